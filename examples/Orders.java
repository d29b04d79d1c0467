import io.snowgate.client.Range;
import io.snowgate.client.Sequence;
import io.snowgate.client.SnowgateClient;
import io.snowgate.client.Timestamps;
import java.nio.file.Path;

/**
 * Numbers, times and IDs for a Java program, in one file.
 *
 * <pre>
 *   ./snowgate                                                        serves https://localhost:8443
 *   mvn -q -pl client package -DskipTests
 *   java -cp 'client/target/*' examples/Orders.java https://localhost:8443 snowgate-data/tls/localhost.crt
 * </pre>
 */
class Orders {

    public static void main(String[] arguments) {
        try (SnowgateClient client = SnowgateClient.builder()
                .address(arguments[0])
                .caFile(Path.of(arguments[1]))
                .build()) {
            Sequence orders = client.sequence("orders", 1024);
            for (int i = 0; i < 5; i++) {
                System.out.println("order " + orders.next());
            }

            Range invoices = client.strictSequence("invoices").next(3);
            System.out.println("invoices " + invoices.from() + " to " + (invoices.to() - 1) + ", without gaps");

            long timestamp = client.timestamps().next();
            System.out.println("timestamp " + timestamp + ", at " + Timestamps.time(timestamp));

            System.out.println("ID " + client.ids().next());
        }
    }
}
