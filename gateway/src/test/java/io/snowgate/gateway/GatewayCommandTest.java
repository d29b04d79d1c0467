package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayCommandTest {

    @ParameterizedTest
    @CsvSource({
        "'', true",
        "--port 1, true",
        "--state=demo --data-dir x, true",
        "--help, false",
        "--port 1 -h, false",
        "-V, false",
        "--version, false",
        "config --port 1, false",
        "--port 1 id, false",
        "decode 1, false"
    })
    void seesAtAGlanceWhetherAGatewayIsWanted(String arguments, boolean wanted) {
        assertThat(GatewayCommand.isForGateway(List.of(arguments.split(" ", -1))))
                .isEqualTo(wanted);
    }
}
