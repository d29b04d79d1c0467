package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.GatewayConfig.State;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.gateway.state.StateOptions.Delta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several states: what a file, the environment and flags may say of them, and what is refused. */
class ConfigStatesTest {

    @TempDir
    private Path directory;

    @Test
    void thereIsOneStateWhenNobodyNamesOthers() {
        assertThat(names(Outcome.of())).containsExactly("default");
    }

    @Test
    void readsEveryKeyOfANamedState() throws IOException {
        Outcome outcome = Outcome.of("--config", write("""
                snowgate.states.results {
                  source = "file:r.json"
                  refresh = 2s
                  stale-after = 1m
                  when-stale = refuse
                  max-size = 1MiB
                  delta = previous
                  versions = 5
                  select = /public
                  omit = [/a, /b~1c]
                  minify = true
                }
                """));

        assertThat(outcome.config().states().getLast())
                .isEqualTo(new State(
                        "file:r.json",
                        new StateOptions(
                                "results",
                                Duration.ofSeconds(2),
                                Duration.ofMinutes(1),
                                true,
                                1024 * 1024,
                                Delta.PREVIOUS,
                                5,
                                "/public",
                                List.of("/a", "/b~1c"),
                                true)));
    }

    @Test
    void theDefaultStateHasTheSameKeys() {
        StateOptions options = Outcome.of(
                        "--set", "state.when-stale=refuse",
                        "--set", "state.delta=off",
                        "--set", "state.versions=1",
                        "--set", "state.select=/a",
                        "--set", "state.omit=/b,/c",
                        "--set", "state.minify=true")
                .config()
                .state()
                .options();

        assertThat(options)
                .isEqualTo(new StateOptions(
                        "default",
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10),
                        true,
                        8 * 1024 * 1024,
                        Delta.OFF,
                        1,
                        "/a",
                        List.of("/b", "/c"),
                        true));
    }

    @Test
    void aNamedStateTakesTheDefaultsOfTheReferenceAndNothingFromTheDefaultState() {
        Outcome outcome = Outcome.of("--refresh", "3s", "--state", "file:a.json", "--set", "states.map.versions=7");

        State map = outcome.config().states().getLast();
        assertThat(map.source()).isEqualTo("demo");
        assertThat(map.options().refresh()).hasSeconds(1);
        assertThat(map.options().versions()).isEqualTo(7);
    }

    @Test
    void putsTheDefaultStateFirstAndTheOthersInTheOrderOfTheirNames() {
        assertThat(names(Outcome.of("--set", "states.b.source=demo:2", "--set", "states.a.source=demo:3")))
                .containsExactly("default", "a", "b");
    }

    @Test
    void laysFlagsOverTheEnvironmentOverTheFileForANamedState() throws IOException {
        Map<String, String> environment =
                Map.of("SNOWGATE_STATES_MY_MAP_REFRESH", "3s", "SNOWGATE_STATES_MY_MAP_OMIT", "/x, /y");
        String[] file = {"--config", write("snowgate.states.my-map { refresh = 2s, versions = 2, source = \"demo:9\" }")
        };

        StateOptions options = Outcome.of(environment, and(file, "--set", "states.my-map.versions=4"))
                .config()
                .states()
                .getLast()
                .options();

        assertThat(options.refresh()).hasSeconds(3);
        assertThat(options.versions()).isEqualTo(4);
        assertThat(options.omit()).containsExactly("/x", "/y");
    }

    @Test
    void doesNotMakeStatesOfVariables() {
        Outcome outcome = Outcome.of(Map.of("SNOWGATE_STATES_MAP_SOURCE", "demo"));

        assertThat(outcome.started().getFirst().states()).hasSize(1);
        assertThat(outcome.err()).contains("SNOWGATE_STATES_MAP_SOURCE");
    }

    @Test
    void resolvesWhatANamedStateTakesFromOtherKeys() throws IOException {
        String file =
                write("base { refresh = 4s }\nsnowgate.states.map = ${base}\n".replace("base", "snowgate.states.b"));

        assertThat(Outcome.of("--config", file)
                        .config()
                        .states()
                        .getLast()
                        .options()
                        .refresh())
                .hasSeconds(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A", "7", "-x", "_", "include", "true", "null", "1e3", "on-off_3"})
    void printsWhatTheConfigOptionReadsBack(String name) throws IOException {
        String[] arguments = {"--set", "states." + name + ".source=demo:5", "--set", "states." + name + ".omit=/a,/b"};
        Outcome printed = Outcome.of(and(new String[] {"config"}, arguments));

        assertThat(printed.out())
                .contains("      source = \"demo:5\"  # --set\n")
                .containsPattern("      versions = 30  # reference.conf:[0-9]+\n");
        assertThat(Outcome.of("--config", write(printed.out())).config().states())
                .isEqualTo(Outcome.of(arguments).config().states());
    }

    @Test
    void takesAThousandStatesAndRefusesOneMore() throws IOException {
        assertThat(names(Outcome.of("--config", write(states(1_000))))).hasSize(1_001);
        assertThat(Outcome.of("--config", write(states(1_001))).refusal())
                .isEqualTo("snowgate.states must be at most 1000: 1001");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            states.stream.source=demo     | the name of a state must be another than stream and dictionary, which are reserved: stream (from --set)
            states.Dictionary.source=demo | the name of a state must be another than stream and dictionary, which are reserved: Dictionary (from --set)
            states.DEFAULT.source=demo    | the name of a state must be another than default, which is snowgate.state itself: DEFAULT (from --set)
            states.a b.source=demo        | the name of a state must be 1..64 of A-Z, a-z, 0-9, _ and -: a b (from --set)
            states.ä.source=demo          | the name of a state must be 1..64 of A-Z, a-z, 0-9, _ and -: ä (from --set)
            states.a/b.source=demo        | the name of a state must be 1..64 of A-Z, a-z, 0-9, _ and -: a/b (from --set)
            states."".source=demo         | the name of a state must be 1..64 of A-Z, a-z, 0-9, _ and -: "" (from --set)
            states.a.sorce=demo           | unknown key snowgate.states.a.sorce (from --set): did you mean snowgate.states.a.source?
            states.a.b.source=demo        | unknown key snowgate.states.a.b.source (from --set): did you mean snowgate.states.a.source?
            state.stale=1s                | unknown key snowgate.state.stale (from --set): `snowgate config` lists the keys there are
            states.a=demo                 | snowgate.states.a must be a group of keys: demo (from --set)
            states=demo                   | snowgate.states must be a group of keys: demo (from --set)
            states.a.source=file:         | snowgate.states.a.source must be file:PATH: file: (from --set)
            states.a.refresh=99ms         | snowgate.states.a.refresh must be 100ms..1h: 99ms (from --set)
            states.a.refresh=11s          | snowgate.states.a.refresh must be at most snowgate.states.a.stale-after (10s, from reference.conf:LINE): 11s (from --set)
            states.a.when-stale=hide      | snowgate.states.a.when-stale must be serve or refuse: hide (from --set)
            states.a.max-size=1GiB        | snowgate.states.a.max-size must be 1KiB..256MiB: 1GiB (from --set)
            states.a.delta=on             | snowgate.states.a.delta must be previous or dictionary or off: on (from --set)
            states.a.versions=0           | snowgate.states.a.versions must be 1..1000: 0 (from --set)
            states.a.select=x             | snowgate.states.a.select must be empty or a JSON Pointer such as /public/results: x (from --set)
            states.a.select=/~2           | snowgate.states.a.select must be empty or a JSON Pointer such as /public/results: /~2 (from --set)
            states.a.omit=/x,y            | snowgate.states.a.omit must be JSON Pointers such as /internal or /items/0/secret: /x, y (from --set)
            states.a.minify=yes           | snowgate.states.a.minify must be true or false: yes (from --set)
            state.minify=1                | snowgate.state.minify must be true or false: 1 (from --set)
            """)
    void refusesWithOneLine(String assignment, String message) {
        assertThat(Outcome.of("--set", assignment).refusal().replaceAll("(reference.conf):[0-9]+", "$1:LINE"))
                .isEqualTo(message);
    }

    @Test
    void refusesNamesThatDifferInCaseHyphensAndUnderscoresOnly() {
        assertThat(Outcome.of("--set", "states.My-map.versions=1", "--set", "states.my_Map.versions=1")
                        .refusal())
                .isEqualTo("the name of a state must be unlike My-map in more than case, - and _: my_Map (from --set)");
    }

    @Test
    void refusesANameOf65Characters() {
        assertThat(Outcome.of("--set", "states." + "a".repeat(64) + ".versions=1")
                        .config()
                        .states())
                .hasSize(2);
        assertThat(Outcome.of("--set", "states." + "a".repeat(65) + ".versions=1")
                        .refusal())
                .startsWith("the name of a state must be 1..64");
    }

    @Test
    void namesTheLineOfAFile() throws IOException {
        String file = write("snowgate.states {\n  stream {\n    source = demo\n  }\n}\n");

        assertThat(Outcome.of("--config", file).refusal()).endsWith("reserved: stream (from " + file + ":3)");
    }

    @Test
    void saysWhatAFileCannotResolve() throws IOException {
        String file = write("snowgate.states.a = ${nowhere}\n");

        assertThat(Outcome.of("--config", file).refusal()).contains("${nowhere}", file + ":1");
    }

    private static String states(int count) {
        StringBuilder text = new StringBuilder("snowgate.states {\n");
        IntStream.range(0, count).forEach(i -> text.append("s").append(i).append(" { source = \"demo:7\" }\n"));
        return text.append("}\n").toString();
    }

    private static String[] and(String[] some, String... others) {
        List<String> all = new ArrayList<>(Arrays.asList(some));
        all.addAll(Arrays.asList(others));
        return all.toArray(String[]::new);
    }

    private static List<String> names(Outcome outcome) {
        return outcome.config().states().stream()
                .map(state -> state.options().name())
                .toList();
    }

    private String write(String text) throws IOException {
        return Files.writeString(directory.resolve("site.conf"), text).toString();
    }
}
