package io.snowgate.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Makes clients of the gateways that were named on the command line. */
final class RunningGateway {

    /** Where the development certificate is, when a gateway was started by {@code ./snowgate} in this directory. */
    static final String DEVELOPMENT_CERTIFICATE = "snowgate-data/tls/localhost.crt";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private RunningGateway() {}

    /**
     * Fails within seconds when nobody answers there.
     *
     * @param addresses of one or more, with blanks between them
     */
    static SnowgateClient client(String addresses, String caFile) {
        SnowgateClient.Builder builder = SnowgateClient.builder().timeout(PATIENCE);
        List<String> all = List.of(addresses.split(" +"));
        all.forEach(builder::address);
        boolean isSecure = all.stream().anyMatch(address -> address.startsWith("https:"));
        SnowgateClient client = (isSecure ? builder.caFile(Path.of(caFile)) : builder).build();
        client.sequence("benchmark").next();
        return client;
    }
}
