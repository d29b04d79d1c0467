package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.LogOf;
import io.snowgate.gateway.wire.FieldBlock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One duty cycle at a time, on the test's own thread, with the hands of the clock held. */
class StatePublisherTest {

    private static final FieldBlock COMMON = FieldBlock.of("access-control-allow-origin", "*");
    private static final int MAX_BYTES = 1_000;

    private final ManualTime time = new ManualTime();
    private final ScriptedSource source = new ScriptedSource();
    private final LogOf log = new LogOf(SourceHealth.class);
    private final InlineExecutor executor = new InlineExecutor();
    private StatePublisher publisher = publisher(ofSeconds(1));

    @BeforeEach
    void answer() {
        source.answers("{\"v\":1}");
    }

    @AfterEach
    void close() {
        publisher.close();
        log.close();
    }

    @Test
    void hasNoDocumentBeforeTheFirstRefresh() {
        assertThat(publisher.current()).isNull();
        assertThat(publisher.status())
                .isEqualTo(new StateStatus("scripted", false, 0, false, null, 0, 0, 0))
                .returns(false, StateStatus::ready);
    }

    @Test
    void publishesWhatTheSourceAnswered() {
        refresh();

        assertThat(document().copyBytes()).asString().isEqualTo("{\"v\":1}");
        assertThat(document().lastModifiedMillis()).isEqualTo(ManualTime.START_MILLIS);
        assertThat(publisher.status())
                .isEqualTo(new StateStatus("scripted", true, 0, false, null, 1, 0, 7))
                .returns(true, StateStatus::ready);
    }

    @Test
    void refreshesOnceAnIntervalAndNoMore() {
        refresh();
        for (int i = 0; i < 100; i++) {
            time.pass(ofMillis(100));
            refresh();
        }
        assertThat(source.fetches()).isEqualTo(11);
    }

    @Test
    void refreshesOnWholeMultiplesOfTheInterval() {
        time.pass(ofMillis(700));
        refresh();
        time.pass(ofMillis(299));
        refresh();
        assertThat(source.fetches()).isEqualTo(1);
        time.pass(ofMillis(1));
        refresh();
        assertThat(source.fetches()).isEqualTo(2);
    }

    @Test
    void refreshesOnWhenTheWallClockStepsBackOrStandsStill() {
        refresh();
        time.stepWallClock(ofHours(-1));
        time.pass(ofSeconds(1));
        refresh();
        time.stepWallClock(ofSeconds(-1));
        time.pass(ofSeconds(1));
        refresh();
        assertThat(source.fetches()).isEqualTo(3);
    }

    @Test
    void keepsTagAndModificationTimeWhileTheContentIsTheSame() {
        refresh();
        StateDocument first = document();
        pass(ofSeconds(5));

        assertThat(document()).isNotSameAs(first);
        assertThat(tag(document())).isEqualTo(tag(first));
        assertThat(document().lastModifiedMillis()).isEqualTo(first.lastModifiedMillis());
        assertThat(document().confirmedMillis()).isEqualTo(first.confirmedMillis() + 5_000);
    }

    @Test
    void changesTagAndModificationTimeWithTheContent() {
        refresh();
        StateDocument first = document();
        source.answers("{\"v\":2}");
        pass(ofSeconds(5));

        assertThat(tag(document())).isNotEqualTo(tag(first));
        assertThat(document().lastModifiedMillis()).isEqualTo(ManualTime.START_MILLIS + 5_000);
    }

    @Test
    void tellsOfEveryNewContentOnceAndNumbersIt() {
        List<String> told = new ArrayList<>();
        publisher.onChange(changed -> {
            throw new IllegalStateException("a listener's own bug");
        });
        publisher.onChange(changed -> told.add(changed.version() + " " + new String(changed.copyBytes(), US_ASCII)));
        refresh();
        pass(ofSeconds(5));
        source.answers("{\"v\":2}");
        pass(ofSeconds(1));
        source.answers("{\"v\":1}");
        pass(ofSeconds(1));
        pass(ofSeconds(1));

        assertThat(told).containsExactly("1 {\"v\":1}", "2 {\"v\":2}", "3 {\"v\":1}");
        assertThat(document().version()).isEqualTo(3);
    }

    @Test
    void givesTheSameContentTheSameTagAfterARestart() {
        refresh();
        String tag = tag(document());
        publisher.close();
        publisher = publisher(ofSeconds(1));
        time.pass(ofHours(9));
        refresh();

        assertThat(tag(document())).isEqualTo(tag);
        assertThat(tag).isEqualTo("\"afbf9d0f3560b0fd7795e81c42a0a79e\"");
    }

    @Test
    void saysTheOraclesTimeOfEachContentFromWhenItIsThere() {
        List<CompletableFuture<Long>> asked = new ArrayList<>();
        publisher.stampBy(() -> {
            asked.add(new CompletableFuture<>());
            return asked.getLast();
        });
        refresh();
        assertThat(asked).hasSize(1);
        assertThat(head()).doesNotContain("snowgate-timestamp");
        asked.getFirst().complete(4711L);
        publisher.dutyCycle();
        assertThat(head()).contains("snowgate-timestamp: 4711\r\n", "snowgate-age: 0\r\n");
        pass(ofSeconds(1));
        assertThat(head()).contains("snowgate-timestamp: 4711\r\n");
        assertThat(asked).as("asked once for each content").hasSize(1);

        source.answers("{\"v\":2}");
        pass(ofSeconds(1));
        assertThat(head()).doesNotContain("snowgate-timestamp");
        source.answers("{\"v\":3}");
        pass(ofSeconds(1));
        asked.get(1).complete(4712L);
        publisher.dutyCycle();
        assertThat(head()).as("4712 is of a version that is gone").doesNotContain("snowgate-timestamp");
        asked.get(2).complete(4713L);
        publisher.dutyCycle();
        assertThat(head()).contains("snowgate-timestamp: 4713\r\n");
    }

    @Test
    void givesAContentThatComesBackATimeOfItsOwn() {
        List<CompletableFuture<Long>> asked = new ArrayList<>();
        publisher.stampBy(() -> {
            asked.add(new CompletableFuture<>());
            return asked.getLast();
        });
        for (String answer : List.of("{\"v\":1}", "{\"v\":2}", "{\"v\":1}")) {
            source.answers(answer);
            pass(ofSeconds(1));
        }
        assertThat(asked).hasSize(3);
        asked.getFirst().complete(4711L);
        publisher.dutyCycle();
        assertThat(head()).as("4711 is of before the version between").doesNotContain("snowgate-timestamp");
        asked.getLast().complete(4713L);
        publisher.dutyCycle();
        assertThat(head()).contains("snowgate-timestamp: 4713\r\n");
    }

    @Test
    void asksTheOracleAgainWhenItHadNoTimestamp() {
        AtomicLong next = new AtomicLong(-4);
        publisher.stampBy(() -> CompletableFuture.completedFuture(next.get()));
        refresh();
        assertThat(head()).doesNotContain("snowgate-timestamp");
        next.set(4711);
        pass(ofSeconds(1));
        publisher.dutyCycle();

        assertThat(head()).contains("snowgate-timestamp: 4711\r\n");
    }

    @Test
    void showsTheDateOfTheSecondAndTheAgeOfTheDocument() {
        refresh();
        assertThat(head()).contains("date: Tue, 01 Sep 2026 00:00:00 GMT\r\n", "snowgate-age: 0\r\n");

        source.fails("gone");
        time.pass(ofMillis(2_999));
        publisher.dutyCycle();
        assertThat(head()).contains("date: Tue, 01 Sep 2026 00:00:02 GMT\r\n", "snowgate-age: 2\r\n");

        time.pass(ofMillis(1));
        publisher.dutyCycle();
        assertThat(head()).contains("date: Tue, 01 Sep 2026 00:00:03 GMT\r\n", "snowgate-age: 3\r\n");
    }

    @Test
    void ageGrowsEvenlyWhileTheWallClockJumps() {
        refresh();
        source.fails("gone");
        time.stepWallClock(ofHours(5));
        pass(ofSeconds(4));
        time.stepWallClock(ofHours(-10));
        pass(ofSeconds(4));

        assertThat(head()).contains("snowgate-age: 8\r\n");
        assertThat(publisher.status().ageMillis()).isEqualTo(8_000);
    }

    @Test
    void neverSaysModifiedLaterThanTheDate() {
        refresh();
        time.stepWallClock(ofHours(-1));
        pass(ofSeconds(1));

        assertThat(head())
                .contains(
                        "date: Mon, 31 Aug 2026 23:00:01 GMT\r\n", "last-modified: Mon, 31 Aug 2026 23:00:01 GMT\r\n");
    }

    @Test
    void doesNotRenderAnewWhenNothingWouldReadDifferently() {
        refresh();
        StateDocument first = document();
        time.pass(ofMillis(400));
        publisher.dutyCycle();
        assertThat(document()).isSameAs(first);
    }

    @Test
    void keepsTheLastGoodDocumentWhileTheSourceFails() {
        refresh();
        source.fails("x.json does not exist");
        pass(ofSeconds(3));

        assertThat(document().copyBytes()).asString().isEqualTo("{\"v\":1}");
        assertThat(publisher.status())
                .isEqualTo(new StateStatus("scripted", true, 3_000, false, "x.json does not exist", 2, 1, 7));
    }

    @Test
    void isStaleOnceOlderThanAllowedAndRecoversByItself() {
        refresh();
        source.fails("gone");
        pass(ofSeconds(10));
        assertThat(publisher.status().ready()).isTrue();
        time.pass(ofMillis(1));
        assertThat(publisher.status().ready()).isFalse();
        assertThat(publisher.status().stale()).isTrue();

        source.answers("{\"v\":2}");
        pass(ofSeconds(1));
        assertThat(publisher.status().ready()).isTrue();
    }

    @Test
    void isStaleWhenThereWasNeverADocument() {
        source.fails("gone");
        refresh();
        pass(ofSeconds(11));
        assertThat(publisher.status()).returns(true, StateStatus::stale).returns(false, StateStatus::published);
    }

    @Test
    void refusesADocumentOverTheLimit() {
        refresh();
        source.answers("\"" + "x".repeat(MAX_BYTES - 1) + "\"");
        pass(ofSeconds(1));
        assertThat(publisher.status().failure()).isEqualTo("1001 bytes, more than the limit of 1000");

        source.answers("\"" + "x".repeat(MAX_BYTES - 2) + "\"");
        pass(ofSeconds(1));
        assertThat(publisher.status()).returns(null, StateStatus::failure).returns(MAX_BYTES, StateStatus::sizeBytes);
    }

    @Test
    void refusesWhatIsNotJson() {
        refresh();
        source.answers("{\"v\":");
        pass(ofSeconds(1));
        assertThat(publisher.status().failure()).startsWith("not valid JSON: line 1, column ");
        assertThat(document().copyBytes()).asString().isEqualTo("{\"v\":1}");
    }

    @Test
    void survivesWhateverASourceThrows() {
        refresh();
        source.does(() -> {
            throw new IllegalStateException("bug");
        });
        pass(ofSeconds(1));
        assertThat(publisher.status().failure()).isEqualTo("java.lang.IllegalStateException: bug");

        source.does(() -> {
            throw new OutOfMemoryError("as if");
        });
        pass(ofSeconds(2));
        assertThat(publisher.status().failure()).isEqualTo("java.lang.OutOfMemoryError: as if");

        source.does(StatePublisherTest::overflow);
        pass(ofSeconds(2));
        assertThat(publisher.status().failure()).isEqualTo("java.lang.StackOverflowError");

        source.answers("{\"v\":2}");
        pass(ofSeconds(2));
        assertThat(publisher.status()).returns(null, StateStatus::failure).returns(3L, StateStatus::failures);
    }

    @Test
    void goesOnDatingAndAgeingWhileTheSourceHangsAndAsksItNoSecondTime() {
        refresh();
        executor.hang();
        for (int i = 0; i < 20; i++) {
            pass(ofSeconds(1));
            assertThat(executor.held()).isEqualTo(1);
        }

        assertThat(head()).contains("date: Tue, 01 Sep 2026 00:00:20 GMT\r\n", "snowgate-age: 20\r\n");
        assertThat(publisher.status())
                .isEqualTo(new StateStatus(
                        "scripted", true, 20_000, true, "no answer since 2026-09-01T00:00:01Z", 2, 1, 7));

        executor.goOn();
        refresh();
        assertThat(publisher.status()).returns(null, StateStatus::failure).returns(true, StateStatus::ready);
        assertThat(log.lines())
                .containsExactly(
                        "WARN state source scripted fails, the last good document stays: no answer since"
                                + " 2026-09-01T00:00:01Z",
                        "INFO state source scripted is back after 14 s");
    }

    @Test
    void saysOnceThatTheSourceFailsAndOnceThatItIsBack() {
        refresh();
        source.fails("x.json does not exist");
        pass(ofSeconds(2));
        pass(ofSeconds(2));
        source.fails("x.json has 100 bytes");
        pass(ofSeconds(2));
        source.fails("x.json has 200 bytes");
        pass(ofSeconds(2));
        source.answers("{\"v\":2}");
        pass(ofSeconds(2));
        pass(ofSeconds(2));

        assertThat(log.lines())
                .containsExactly(
                        "WARN state source scripted fails, the last good document stays: x.json does not exist",
                        "WARN state source scripted fails, the last good document stays: x.json has 100 bytes",
                        "INFO state source scripted is back after 8 s");
        assertThat(publisher.status()).returns(4L, StateStatus::failures);
    }

    @Test
    void saysWhenThereIsNoDocumentToFallBackOn() {
        source.fails("x.json does not exist");
        refresh();
        pass(ofSeconds(1));
        assertThat(log.lines())
                .containsExactly("WARN state source scripted fails, there is no document yet: x.json does not exist");
    }

    @Test
    void releasesEveryBufferOfWhatItNoLongerPublishes() {
        refresh();
        Representation first = document().identity();
        pass(ofSeconds(1));
        Representation second = document().identity();
        assertThat(first.retainHttp1()).isNull();
        assertThat(first.retainHttp1Head()).isNull();
        assertThat(first.retainHttp1NotModified()).isNull();
        assertThat(first.body()).isSameAs(second.body());

        source.answers("{\"v\":2}");
        pass(ofSeconds(1));
        assertThat(second.retainBody()).isNull();

        Representation third = document().identity();
        publisher.close();
        assertThat(publisher.current()).isNull();
        assertThat(third.retainBody()).isNull();
        assertThat(third.retainHttp1()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 99, 3_600_001})
    void refusesARefreshThatIsTooShortOrTooLong(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publisher(ofMillis(millis)))
                .withMessage("refresh must be 100 ms..1 h: " + ofMillis(millis));
    }

    @Test
    void takesTheShortestAndTheLongestRefresh() {
        publisher(ofMillis(100)).close();
        publisher(ofMinutes(60)).close();
    }

    private StatePublisher publisher(Duration refresh) {
        return new StatePublisher(
                source,
                StateOptions.usual(refresh, ofSeconds(10), MAX_BYTES),
                COMMON,
                time,
                time::nanoTime,
                executor,
                new InlineExecutor());
    }

    private void pass(Duration duration) {
        time.pass(duration);
        refresh();
    }

    /** One cycle that starts what is due, one that takes over what has come. */
    private void refresh() {
        publisher.dutyCycle();
        publisher.dutyCycle();
    }

    private StateDocument document() {
        return Objects.requireNonNull(publisher.current());
    }

    private static String tag(StateDocument document) {
        return document.etag().toString();
    }

    private String head() {
        ByteBuf head = Objects.requireNonNull(document().identity().retainHttp1Head());
        try {
            return head.toString(StandardCharsets.US_ASCII);
        } finally {
            head.release();
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static byte[] overflow() {
        return overflow();
    }
}
