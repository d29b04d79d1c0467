package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {

    @Test
    void readsBackWhatItHasWritten(@TempDir Path directory) throws IOException {
        Measured measured = new Measured("handshake", HandshakeScenario.RESUMED);
        measured.enter("h2o");
        measured.add("snowgate", new Turn(Map.of(Metric.CPU_MICROS_PER_HANDSHAKE, 120.5, Metric.ERRORS, 0.0)));
        measured.add("snowgate", new Turn(Map.of(Metric.CPU_MICROS_PER_HANDSHAKE, 118.0)));
        measured.cipher("snowgate", "TLS_AES_128_GCM_SHA256");
        measured.note("h2o: fell over");
        Path file = directory.resolve("deep/down/run.json");

        Results written = new Results(Results.object().put("date", "2026-11-21T00:00:00Z"), List.of(measured));
        written.write(file);

        assertThat(Results.read(file)).isEqualTo(written);
    }
}
