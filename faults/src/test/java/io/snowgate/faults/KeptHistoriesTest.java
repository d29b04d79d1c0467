package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of the histories that are kept because something was wrong in them, the checker says what. */
class KeptHistoriesTest {

    private static final Path HISTORIES = Path.of("histories");

    @Test
    void aNewLeaderThatBeginsAtItsOwnClockFallsBelowTheOneBefore() throws IOException {
        assertThat(violations("unfenced-bound"))
                .hasSize(8)
                .allSatisfy(fell -> assertThat(fell).startsWith("TIMESTAMP fell: TIMESTAMP\tb"))
                .allSatisfy(fell -> assertThat(fell).contains("was asked for after TIMESTAMP\ta"));
    }

    @Test
    void aLeaderThatDoesNotKnowOfTheNextOneFallsBelowIt() throws IOException {
        assertThat(violations("no-handover"))
                .singleElement()
                .asString()
                .startsWith("TIMESTAMP fell: TIMESTAMP\tb")
                .contains("445644803633579167-445644803633579179 was asked for after TIMESTAMP\tc")
                .endsWith("445644803773825024-445644803773825043");
    }

    @Test
    void whatWasPutIntoTheLogTwiceLeavesGaps() throws IOException {
        assertThat(violations("strict-gap"))
                .containsExactly("STRICT has gaps that no request explains:"
                        + " 1-4857, 66 missing, 60 asked for without an answer");
    }

    @Test
    void noneIsKeptThatIsGood() throws IOException {
        try (Stream<Path> files = Files.list(HISTORIES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".tsv")))
                    .hasSize(3)
                    .allSatisfy(
                            file -> assertThat(new Checker(History.read(file).operations()).violations())
                                    .isNotEmpty());
        }
    }

    private static List<String> violations(String name) throws IOException {
        return new Checker(History.read(HISTORIES.resolve(name + ".tsv")).operations()).violations();
    }
}
