package io.snowgate.gateway.state;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.state.StateOptions.Delta;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VersionsTest {

    private final ManualTime time = new ManualTime();
    private @Nullable Content published;

    @Test
    void keepsAsManyPastVersionsAsItIsTold() {
        Versions versions = versions(Delta.PREVIOUS, 3);
        for (int i = 1; i <= 9; i++) {
            publish(versions, content(i), true);
        }
        assertThat(names(versions.pastAnd(content(9)))).containsExactly("8", "9", "7", "6");
        assertThat(names(versions.dictionaries(content(9)))).containsExactly("8", "9", "7", "6");
        assertThat(versions.isPrevious(content(8))).isTrue();
        assertThat(versions.isPrevious(content(9))).isFalse();
    }

    @Test
    void theFirstVersionHasOnlyItselfToStartFrom() {
        Versions versions = versions(Delta.PREVIOUS, 3);
        publish(versions, content(1), true);
        assertThat(names(versions.pastAnd(content(1)))).containsExactly("1");
        assertThat(versions.previous()).isNull();
    }

    @Test
    void keepsFewerVersionsOfLongDocumentsButAlwaysTheOneBefore() {
        Versions versions = versions(Delta.PREVIOUS, 30);
        for (int i = 1; i <= 9; i++) {
            publish(versions, content(i, 8 << 20), true);
        }
        assertThat(names(versions.pastAnd(content(9, 8 << 20)))).containsExactly("8", "9", "7", "6");

        publish(versions, content(10, Versions.MAX_BYTES), true);
        publish(versions, content(11, Versions.MAX_BYTES), true);
        assertThat(versions.pastAnd(content(11))).hasSize(2);
    }

    @Test
    void hasNoDictionaryUnlessThatIsAskedFor() {
        for (Delta delta : List.of(Delta.OFF, Delta.PREVIOUS)) {
            Versions versions = versions(delta, 3);
            publish(versions, content(1), true);
            assertThat(versions.isDictionary(content(1))).isFalse();
        }
        assertThat(versions(Delta.OFF, 3).dictionaries(content(1))).isEmpty();
    }

    @Test
    void aDictionaryIsInUseForHalfAnHour() {
        Versions versions = versions(Delta.DICTIONARY, 3);
        publish(versions, content(1), true);
        publishAfter(ofMinutes(30).minusMillis(1), versions, content(2), true);
        assertThat(versions.isDictionary(content(1))).isTrue();
        publishAfter(Duration.ofMillis(1), versions, content(3), true);
        assertThat(versions.isDictionary(content(3))).isTrue();
    }

    @Test
    void aDictionaryThatDoesNotWorkIsInUseForFiveMinutes() {
        Versions versions = versions(Delta.DICTIONARY, 3);
        publish(versions, content(1), true);
        publishAfter(ofMinutes(5).minusMillis(1), versions, content(2), false);
        assertThat(versions.isDictionary(content(1))).isTrue();
        publishAfter(Duration.ofMillis(1), versions, content(3), false);
        assertThat(versions.isDictionary(content(3))).isTrue();
    }

    @Test
    void aDictionaryStaysKnownWhileBrowsersMayHaveIt() {
        Versions versions = versions(Delta.DICTIONARY, 1);
        publish(versions, content(1), true);
        publishAfter(ofMinutes(30), versions, content(2), true);
        publishAfter(ofMinutes(60).minusSeconds(1), versions, content(3), true);
        assertThat(names(versions.dictionaries(content(3)))).containsExactly("3", "2", "1");
        publishAfter(ofSeconds(2), versions, content(4), true);
        assertThat(names(versions.dictionaries(content(4)))).containsExactly("3", "2");
    }

    @Test
    void aDictionaryIsThereWhateverItsLength() {
        Versions versions = versions(Delta.DICTIONARY, 3);
        publish(versions, content(1, Versions.MAX_BYTES + 1), true);
        publish(versions, content(2, Versions.MAX_BYTES + 1), true);
        assertThat(names(versions.dictionaries(content(2)))).containsExactly("1");
        publishAfter(ofMinutes(30), versions, content(3, Versions.MAX_BYTES + 1), true);
        assertThat(names(versions.dictionaries(content(3)))).containsExactly("3");
    }

    private void publishAfter(Duration pause, Versions versions, Content content, boolean works) {
        time.pass(pause);
        publish(versions, content, works);
    }

    private void publish(Versions versions, Content content, boolean works) {
        versions.next(content, published, works, new Moment(time.epochMillis(), time.nanoTime()));
        published = content;
    }

    private static Versions versions(Delta delta, int past) {
        return new Versions(new StateOptions(
                "default", ofSeconds(1), ofSeconds(10), false, Integer.MAX_VALUE, delta, past, "", List.of(), false));
    }

    private static Content content(int name) {
        return Content.of(Integer.toString(name).getBytes(StandardCharsets.US_ASCII));
    }

    /** Begins with its name, which blanks follow. */
    private static Content content(int name, int length) {
        byte[] bytes = Arrays.copyOf(content(name).bytes(), length);
        return Content.of(bytes);
    }

    private static List<String> names(List<Content> contents) {
        return contents.stream()
                .map(content -> new String(
                                content.bytes(), 0, Math.min(4, content.sizeBytes()), StandardCharsets.US_ASCII)
                        .replace("\0", ""))
                .toList();
    }
}
