package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArgumentsTest {

    private static final List<String> PEERS = List.of("h2o", "nginx");
    private static final List<Setting> USUAL = List.of(Setting.https(1, 64), new Setting(false, 1, 64, ""));

    @Test
    void measuresTheUsualWhenNothingIsAskedFor() throws Failure {
        Options options = options();

        assertThat(options.scenarios()).containsExactly("state", "id", "handshake", "idle");
        assertThat(options.settings(USUAL)).isEqualTo(USUAL);
        assertThat(options.turnsOf("nginx", Set.of("nginx"))).isEqualTo(3);
        assertThat(options.turnsOf("flask", Set.of("nginx"))).isEqualTo(1);
    }

    @Test
    void takesWhatIsAskedFor() throws Failure {
        Options options = options(
                "id",
                "--peers",
                "nginx",
                "--connections=1,10000",
                "--over",
                "h2,http",
                "--seconds=2",
                "--turns",
                "5",
                "--out",
                "here",
                "--client=wrk",
                "--busy-ok");

        assertThat(options.scenarios()).containsExactly("id");
        assertThat(options.settings(USUAL))
                .containsExactlyInAnyOrder(
                        new Setting(false, 1, 1, ""),
                        new Setting(false, 1, 10_000, ""),
                        Setting.https(2, 1),
                        Setting.https(2, 10_000));
        assertThat(options.turnsOf("flask", Set.of())).isEqualTo(5);
        assertThat(options.seconds()).isEqualTo(2);
        assertThat(options.out()).hasValue(Path.of("here"));
        assertThat(options.client()).isEqualTo(Options.Client.WRK);
        assertThat(options.busyOk()).isTrue();
    }

    @Test
    void refusesWhatItDoesNotKnowInOneLine() {
        assertRefused("no such scenario: stat; there are state, ", "stat");
        assertRefused("no such peer: apache; there are h2o, nginx", "state", "--peers=nginx,apache");
        assertRefused("no such wire: h3; there are https, http, h2", "--over=h3");
        assertRefused("no such client: ab; there are h2load, wrk, httpress, k6", "--client=ab");
        assertRefused("Unknown option: '--loud'", "--loud");
        assertRefused("--connections must be 1..19000: 64,0", "--connections=64,0");
        assertRefused("--seconds must be 1..600: many", "--seconds=many");
        assertRefused("--turns must be 1..100: 101", "--turns=101");
    }

    @Test
    void explainsEveryScenario() throws Failure {
        String help =
                Arguments.parse(new String[] {"--help"}, Scenarios.all(), PEERS).help();

        assertThat(help).contains(Scenarios.all().stream().map(Scenario::name).toList());
        assertThat(help).contains("more than 5 % of a core");
        assertThat(help).contains("go install go.k6.io/k6@v1.8.1");
    }

    @ParameterizedTest
    @EnumSource
    void takesEveryClientByItsName(Options.Client client) throws Failure {
        assertThat(options("--client=" + client.lowerCase()).client()).isEqualTo(client);
        assertThat(options().client()).isEqualTo(Options.Client.H2LOAD);
    }

    private static void assertRefused(String beginning, String... arguments) {
        assertThatThrownBy(() -> options(arguments))
                .isInstanceOf(Failure.class)
                .message()
                .startsWith(beginning)
                .hasLineCount(1);
    }

    private static Options options(String... arguments) throws Failure {
        return Arguments.parse(arguments, Scenarios.all(), PEERS).options();
    }
}
