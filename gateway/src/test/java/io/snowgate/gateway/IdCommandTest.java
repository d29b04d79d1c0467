package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdCommandTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id                                    | [0-9]{19}\\n
            id -n 2                               | [0-9]{19}\\n[0-9]{19}\\n
            id --format json                      | \\{"id":"[0-9]{19}"}\\n
            id --format json -n 2                 | \\{"ids":\\["[0-9]{19}","[0-9]{19}"]}\\n
            id --format hex                       | [0-9a-f]{16}\\n
            id --format base62                    | [0-9A-Za-z]{11}\\n
            id --format base32                    | [0-9A-HJKMNP-TV-Z]{13}\\n
            id --format json --layout js-safe-53  | \\{"id":[0-9]{15,16}}\\n
            --layout js-safe-53 id                | [0-9]{15,16}\\n
            """)
    void printsNewIds(String arguments, String printed) {
        Outcome outcome = run(arguments);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).matches(printed);
        assertThat(outcome.status()).isZero();
        assertThat(outcome.started()).isEmpty();
    }

    @Test
    void printsManyThatRiseAndNeverRepeatsThem() {
        List<Long> ids = Stream.of(run("id -n 20000"), run("id -n 20000"))
                .flatMap(outcome -> outcome.out().lines())
                .map(Long::parseLong)
                .toList();

        assertThat(ids).hasSize(40_000).isSorted().doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> SnowflakeLayout.TWITTER.workerIdOf(id) == 1);
    }

    @Test
    void movesTheReservedWindowByItself() {
        assertThat(run("id -n 6000 --layout sonyflake --set snowflake.reserve=110ms")
                        .out())
                .hasLineCount(6_000);
    }

    @Test
    void refusesAWorkerIdThatARunningGatewayHas() throws Exception {
        GatewayConfig running = Outcome.of(arguments("--worker-id 1")).config();
        try (WorkerClaim claim =
                WorkerClaim.take(running.snowflake(), directory.resolve("data"), EpochClock.system(), notice -> {})) {
            Outcome outcome = run("id");

            assertThat(outcome.err()).matches("snowgate: worker id 1 is in use by this process already \\(.*\\)\n");
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(claim.generator().tryNextId()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id -n 0               | -n must be 1..1000000: 0
            id -n 1000001         | -n must be 1..1000000: 1000001
            id -n x               | -n must be 1..1000000: x
            id -n 1 -n 2          | -n may be given once: 1, 2
            id --format octets    | --format must be one of text, json, hex, base62, base32: octets
            id --worker-id 1024   | worker id must be auto or 0..1023: 1024 (from --worker-id)
            id 5                  | unknown command 5: `snowgate --help` lists what there is
            """)
    void refusesWithOneLine(String arguments, String line) {
        assertThat(run(arguments).refusal()).isEqualTo(line);
    }

    @Test
    void helps() {
        Outcome outcome = Outcome.of("id", "--help");

        assertThat(outcome.out()).startsWith("Usage: snowgate id ").contains("base32", "Exit codes:");
        assertThat(outcome.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(111));
        assertThat(outcome.status()).isZero();
    }

    private Outcome run(String arguments) {
        return Outcome.of(Map.of(), arguments(arguments));
    }

    private String[] arguments(String arguments) {
        return Stream.concat(
                        Stream.of(
                                "--data-dir",
                                directory.resolve("data").toString(),
                                "--set",
                                "worker-lock-dir=" + directory.resolve("locks")),
                        Stream.of(arguments.split(" ", -1)))
                .toArray(String[]::new);
    }
}
