package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the process leaves in the directory for temporary files: its native libraries are unpacked there. */
class TemporaryFilesIT {

    @TempDir
    private Path directory;

    @Test
    void areGoneOnceTheGatewayServesEveryCodingSoThatAKillLeavesNone() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        try (GatewayProcess gateway = GatewayProcess.serving(directory, environment);
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(GatewayProcess.trust())
                        .build()) {
            for (String coding : List.of("br", "zstd")) {
                Awaitility.await().until(() -> answers(client, gateway, coding));
            }

            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left).isEmpty();
            }
        }
    }

    private static boolean answers(HttpClient client, GatewayProcess gateway, String coding)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port() + "/state"))
                .header("Accept-Encoding", coding)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Content-Encoding")
                .filter(coding::equals)
                .isPresent();
    }
}
