package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    @TempDir
    private Path directory;

    @Test
    void isReadAsItWasWritten() throws IOException {
        History history = new History();
        history.add(Operation.answered(Kind.ID, "a", -5, 7, 3, Run.of(List.of(1L, 2L, 9L))));
        history.add(Operation.failed(Kind.STRICT, "b", 1, 2, 3, "timeout"));
        Path file = directory.resolve("history.tsv.gz");
        history.write(file);

        assertThat(History.read(file).operations()).isEqualTo(history.operations());
    }

    @Test
    void whatIsNoHistoryIsRefusedByItsName() throws IOException {
        Path missing = directory.resolve("missing.tsv.gz");
        Path other = Files.writeString(directory.resolve("other.tsv"), "TIMESTAMP\ta\n");

        assertThatThrownBy(() -> Main.check(missing))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> Main.check(other))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(other.toString())
                .hasMessageContaining("7 columns");
    }

    @Test
    void whatIsNoOperationIsNamed() {
        assertThatThrownBy(() -> Operation.parse("TIMESTAMP\ta"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TIMESTAMP\ta");
    }

    @Test
    void consecutiveValuesAreOneRun() {
        assertThat(Run.of(List.of(4L, 5L, 6L, 8L, 7L))).containsExactly(new Run(4, 6), new Run(8, 8), new Run(7, 7));
    }
}
