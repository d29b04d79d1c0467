package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {

    @TempDir
    private Path directory;

    private Path log = Path.of("");

    @BeforeEach
    void write() throws IOException {
        log = Files.createDirectories(directory.resolve("group/current")).resolve("log_inprogress_0");
        Files.write(log, new byte[] {1, 2, 3, 4, 5, 0, 0, 0});
    }

    @Test
    void tearsOffWhatWasWrittenAndTheRoomBehindIt() throws IOException {
        Logs.tear(directory, 2);

        assertThat(Files.readAllBytes(log)).containsExactly(1, 2, 3);
    }

    @Test
    void flipsABitOfWhatWasWritten() throws IOException {
        Logs.flip(directory);

        assertThat(Files.readAllBytes(log)).containsExactly(1, 2, 3 ^ 0x20, 4, 5, 0, 0, 0);
    }

    @Test
    void spoilsNothingWithoutSayingSoWhereThereIsNoLog() throws IOException {
        Logs.delete(directory.resolve("group"));

        assertThatThrownBy(() -> Logs.tear(directory, 1)).isInstanceOf(IOException.class);
    }
}
