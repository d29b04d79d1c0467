package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLayersTest {

    private static final Map<String, String> VARIABLE = Map.of("SNOWGATE_PORT", "3003");

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void writeFile() throws IOException {
        file = write("site.conf", "snowgate { port = 2002, state { refresh = 2 seconds } }");
    }

    @Test
    void takesTheDefaultWhenNobodySaysOtherwise() {
        assertThat(Outcome.of().config().port()).isEqualTo(8443);
    }

    @Test
    void putsTheFileAboveTheDefault() {
        GatewayConfig config = Outcome.of("--config", file).config();

        assertThat(config.port()).isEqualTo(2002);
        assertThat(config.state().options().refresh()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.state().options().staleAfter()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void putsTheEnvironmentAboveTheFile() {
        assertThat(Outcome.of(VARIABLE, "--config", file).config().port()).isEqualTo(3003);
    }

    @Test
    void putsSetAboveTheEnvironment() {
        assertThat(Outcome.of(VARIABLE, "--config", file, "--set", "port=4004")
                        .config()
                        .port())
                .isEqualTo(4004);
    }

    @Test
    void putsAFlagAboveSet() {
        assertThat(Outcome.of(VARIABLE, "--port", "5005", "--set", "port=4004")
                        .config()
                        .port())
                .isEqualTo(5005);
    }

    @Test
    void takesTheLastOfSeveralSets() {
        assertThat(Outcome.of("--set", "port=1", "--set", "snowgate.port=2")
                        .config()
                        .port())
                .isEqualTo(2);
    }

    @Test
    void takesAWorkerIdFromAFileAsGiven() throws IOException {
        String sameName = write("reference.conf", "snowgate.worker-id = 1");

        assertThat(Outcome.of("--config", sameName).config().snowflake().workerIdGiven())
                .isTrue();
    }

    @Test
    void readsJson() throws IOException {
        String json = write("site.json", "{\"snowgate\": {\"port\": 6006, \"plain-port\": 6007}}");

        assertThat(Outcome.of("--config", json).config().plainPort()).hasValue(6007);
    }

    @Test
    void replacesAListAsAWhole() throws IOException {
        String origins = write("cors.conf", "snowgate.cors.origins = [\"https://a.test\", \"https://b.test\"]");

        assertThat(Outcome.of("--config", origins).config().cors().origins())
                .containsExactly("https://a.test", "https://b.test");
        assertThat(Outcome.of("--config", origins, "--cors-origin", "https://c.test")
                        .config()
                        .cors()
                        .origins())
                .containsExactly("https://c.test");
    }

    @Test
    void resolvesWhatAFileTakesFromTheEnvironmentAndFromOtherKeys() throws IOException {
        String tls = write("tls.conf", """
                snowgate.tls {
                  cert = ${HOME}/cert.pem
                  key = ${snowgate.data-dir}/key.pem
                  key-password-file = ${?NOT_SET}
                }
                """);

        assertThat(Outcome.of(Map.of("HOME", "/home/x"), "--config", tls, "--data-dir", "/data")
                        .config()
                        .tls()
                        .certificate())
                .hasValueSatisfying(files -> {
                    assertThat(files.cert()).isEqualTo(Path.of("/home/x/cert.pem"));
                    assertThat(files.key()).isEqualTo(Path.of("/data/key.pem"));
                    assertThat(files.keyPasswordFile()).isEmpty();
                });
    }

    @Test
    void takesFlagsAndVariablesLiterally() {
        Map<String, String> variables = Map.of("SNOWGATE_DATA_DIR", "${HOME}/#a=b", "HOME", "/home/x");

        assertThat(Outcome.of(variables, "--state", "file:${HOME}").config()).satisfies(config -> {
            assertThat(config.dataDir()).isEqualTo(Path.of("${HOME}/#a=b"));
            assertThat(config.state().source()).isEqualTo("file:${HOME}");
        });
    }

    @Test
    void readsNoSystemProperty() {
        System.setProperty("snowgate.port", "7007");
        try {
            assertThat(Outcome.of().config().port()).isEqualTo(8443);
        } finally {
            System.clearProperty("snowgate.port");
        }
    }

    @Test
    void acceptsOptionsBeforeAndAfterTheCommand() {
        List<String> lines = Outcome.of("--port", "1", "config", "--grace", "2s")
                .out()
                .lines()
                .toList();

        assertThat(lines).contains("  port = \"1\"  # --port", "  grace = \"2s\"  # --grace");
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
