package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigWorkerTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            pod-ordinal     | 3    | ids-7         | 3
            pod-ordinal     | -    | ids-7         | 7
            pod-ordinal     | -    | ids-0.svc.lan | 0
            pod-ordinal     | 1023 | x             | 1023
            hostname-suffix | -    | node07.lan    | 7
            hostname-suffix | 9    | ids-12        | 12
            hostname-suffix | -    | 41            | 41
            """)
    void takesTheWorkerIdFromANumber(String source, @Nullable String podIndex, String hostName, int workerId)
            throws Exception {
        assertThat(worker(machine("POD_INDEX", podIndex, hostName), "--worker-id-from", source))
                .isEqualTo(workerId);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            pod-ordinal     | -    | ids7          | needs the variable POD_INDEX, or a host name that ends in -N as of a StatefulSet: ids7
            pod-ordinal     | -    | ids-7-abcde   | needs the variable POD_INDEX, or a host name that ends in -N as of a StatefulSet: ids-7-abcde
            pod-ordinal     | x    | ids-7         | needs a number in the variable POD_INDEX: x
            pod-ordinal     | 1024 | ids-7         | must find 0..1023: 1024 in the variable POD_INDEX
            pod-ordinal     | -    | ids-1024      | must find 0..1023: 1024 in host name ids-1024
            hostname-suffix | -    | ids           | needs a host name that ends in digits: ids
            hostname-suffix | -    | ''            | needs a host name that ends in digits: ""
            hostname-suffix | -    | 12345678901   | needs a host name that ends in digits: 12345678901
            """)
    void refusesWhatIsNoWorkerId(String source, @Nullable String podIndex, String hostName, String reason) {
        assertThatExceptionOfType(ConfigFailure.class)
                .isThrownBy(() -> worker(machine("POD_INDEX", podIndex, hostName), "--worker-id-from", source))
                .withMessage("snowgate.worker-id-from = " + source + " " + reason + " (from --worker-id-from)");
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.3, 515", "192.168.255.255, 1023", "10.0.4.0, 0"})
    void takesTheLowBitsOfTheAddress(String address, int workerId) throws Exception {
        assertThat(worker(machine("POD_IP", address, ""), "--worker-id-from", "ip"))
                .isEqualTo(workerId);
        assertThat(worker(machine(List.of(address)), "--worker-id-from", "ip")).isEqualTo(workerId);
    }

    @Test
    void takesAsManyBitsAsThereAreBesideADatacenter() throws Exception {
        assertThat(worker(machine(List.of("10.0.0.255")), "--worker-id-from", "ip", "--datacenter-id", "1"))
                .isEqualTo(1 << 5 | 31);
    }

    @Test
    void refusesToChooseAmongAddresses() {
        assertThatExceptionOfType(ConfigFailure.class)
                .isThrownBy(() -> worker(machine(List.of("10.0.0.1", "172.17.0.1")), "--worker-id-from", "ip"))
                .withMessage("snowgate.worker-id-from = ip needs exactly one site-local IPv4 address,"
                        + " or the variable POD_IP: [10.0.0.1, 172.17.0.1] (from --worker-id-from)");
    }

    @ParameterizedTest
    @CsvSource({"fd00::1", "10.0.0", "10.0.0.256"})
    void refusesWhatIsNoAddress(String address) {
        assertThatExceptionOfType(ConfigFailure.class)
                .isThrownBy(() -> worker(machine("POD_IP", address, ""), "--worker-id-from", "ip"))
                .withMessageContaining("needs an IPv4 address");
    }

    private static int worker(ThisMachine machine, String... arguments) throws ConfigFailure {
        ConfigKeys keys = ConfigKeys.load();
        Config flags = GatewayCommand.parse(arguments, keys).flags();
        Config none = ConfigFactory.empty();
        Config merged = ConfigLayers.merge(flags, none, none, keys, Map.of());
        return ConfigChecks.check(merged, machine).snowflake().workerId();
    }

    private static ThisMachine machine(String variable, @Nullable String value, String hostName) {
        return new ThisMachine(value == null ? Map.of() : Map.of(variable, value), () -> hostName, List::of);
    }

    private static ThisMachine machine(List<String> addresses) throws UnknownHostException {
        List<InetAddress> parsed = new ArrayList<>();
        for (String address : addresses) {
            parsed.add(InetAddress.getByName(address));
        }
        return new ThisMachine(Map.of(), () -> "", () -> parsed);
    }
}
