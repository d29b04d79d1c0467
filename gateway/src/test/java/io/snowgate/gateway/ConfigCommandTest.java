package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCommandTest {

    @Test
    void saysWhereEachValueComesFrom(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("site.conf"), "snowgate {\n  grace = 3s\n}\n");

        Outcome outcome = Outcome.of(
                Map.of("SNOWGATE_HOST", "127.0.0.1"),
                "config",
                "--config",
                file.toString(),
                "--worker-id",
                "7",
                "--cors-origin",
                "https://a.test",
                "--set",
                "limits.body=1MiB");

        assertThat(outcome.out())
                .contains("  host = \"127.0.0.1\"  # environment variable SNOWGATE_HOST\n")
                .contains("  grace = \"3s\"  # " + file + ":2\n")
                .contains("  worker-id = \"7\"  # --worker-id\n")
                .contains("    origins = [\"https://a.test\"]  # --cors-origin\n")
                .contains("    body = \"1MiB\"  # --set\n")
                .containsPattern("  port = 8443  # reference.conf:[0-9]+\n");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.started()).isEmpty();
    }

    @Test
    void printsWhatTheConfigOptionReadsBack(@TempDir Path directory) throws IOException {
        String[] arguments = {
            "--port", "1", "--worker-id", "7", "--set", "cors.origins=https://a.test,https://b.test", "--grace", "3s"
        };
        Path printed = Files.writeString(directory.resolve("printed.conf"), printed(arguments));

        assertThat(Outcome.of("--config", printed.toString()).config())
                .isEqualTo(Outcome.of(arguments).config());
    }

    @Test
    void refusesWhatTheServerWouldRefuse() {
        assertThat(Outcome.of("config", "--port", "x").refusal()).startsWith("snowgate.port must be");
    }

    @Test
    void masksSecrets() {
        ConfigKeys keys = ConfigKeys.load();
        Config secret = ConfigFactory.parseString("snowgate.state.source = \"redis://user:hush@h:1/0\"");

        assertThat(ConfigCommand.print(secret.withFallback(keys.reference()), keys))
                .contains("source = \"redis://***@h:1/0\"")
                .doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource({
        "snowgate.redis.password, hush, ***",
        "snowgate.redis.password-file, /run/secret, /run/secret",
        "snowgate.state.source, redis://u:p@h, redis://***@h",
        "snowgate.state.source, redis://u:p@q/r@h, redis://***@h",
        "snowgate.state.source, mongodb://u@h/d, mongodb://***@h/d",
        "snowgate.state.source, file:a@b, file:a@b",
        "snowgate.state.source, redis://u@h/k?password-file=/run/x&db=2, redis://***@h/k?password-file=/run/x&db=2",
        "snowgate.state.source, redis://h/k?password=hush, redis://h/k?password=***",
        "snowgate.state.source, https://h/x?a=1&api_key=hush&b=2, https://h/x?a=1&api_key=***&b=2",
        "snowgate.state.source, https://h/x?access_token=hush, https://h/x?access_token=***",
        "snowgate.state.source, mongodb://h/d.c?authSource=a&proxyPassword=hush, mongodb://h/d.c?authSource=a&proxyPassword=***"
    })
    void masksPasswordsAndTheUserPartOfUrls(String path, String value, String shown) {
        assertThat(ConfigSecrets.mask(path, value)).isEqualTo(shown);
    }

    private static String printed(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "config";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Outcome.of(all).out();
    }
}
