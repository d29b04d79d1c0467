package io.snowgate.gateway.state;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hands of the clock held, the source on a thread of its own. */
@Timeout(30)
class RefresherTest {

    private final ManualTime time = new ManualTime();
    private final ScriptedSource source = new ScriptedSource();
    private final ExecutorService executor = Refresher.ownThread("test");
    private final Refresher refresher = new Refresher(
            source, StateOptions.usual(ofSeconds(1), ofSeconds(10), 1_000), executor, new SplittableRandom(1));

    @AfterEach
    void close() throws InterruptedException {
        refresher.close(ofSeconds(5));
    }

    @Test
    void hasAsMuchTimeAsTheIntervalWithin5And30Seconds() {
        assertThat(Refresher.deadline(ofMillis(100))).isEqualTo(ofSeconds(5));
        assertThat(Refresher.deadline(ofSeconds(1))).isEqualTo(ofSeconds(5));
        assertThat(Refresher.deadline(ofSeconds(12))).isEqualTo(ofSeconds(12));
        assertThat(Refresher.deadline(ofHours(1))).isEqualTo(ofSeconds(30));
    }

    @Test
    void interruptsASourceThatHangsAndAsksItAgain() {
        AtomicInteger interrupted = new AtomicInteger();
        source.does(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
            return new byte[0];
        });
        start();
        time.pass(ofMillis(4_999));
        assertThat(refresher.giveUpIfLate(now())).isFalse();
        time.pass(ofMillis(1));
        assertThat(refresher.giveUpIfLate(now())).isTrue();
        assertThat(refresher.giveUpIfLate(now())).as("said once").isFalse();
        await().until(() -> interrupted.get() == 1);

        source.answers("1");
        assertThat(nextOutcome().content()).isNotNull();
    }

    @Test
    void doesNotTakeWhatComesAfterTheDeadline() {
        CountDownLatch goOn = new CountDownLatch(1);
        source.does(() -> {
            await().pollInSameThread().ignoreExceptions().until(() -> goOn.getCount() == 0);
            return "\"late\"".getBytes(StandardCharsets.UTF_8);
        });
        start();
        time.pass(ofSeconds(60));
        assertThat(refresher.giveUpIfLate(now())).isTrue();
        source.answers("\"fresh\"");
        goOn.countDown();

        Content content = Objects.requireNonNull(nextOutcome().content());
        assertThat(content.bytes()).asString().isEqualTo("\"fresh\"");
    }

    @Test
    void neverAsksASecondTimeWhileADeafSourceGoesOn() {
        CountDownLatch goOn = new CountDownLatch(1);
        source.does(() -> {
            while (goOn.getCount() > 0) {
                Thread.onSpinWait();
            }
            return new byte[0];
        });
        start();
        for (int i = 0; i < 100; i++) {
            time.pass(ofSeconds(1));
            refresher.startIfDue(now(), () -> {});
            refresher.giveUpIfLate(now());
            assertThat(refresher.poll(now())).isNull();
        }
        assertThat(source.fetches()).isEqualTo(1);
        assertThat(refresher.nanosUntilDue(now().nanos()))
                .as("nothing to spin for")
                .isPositive();

        source.answers("1");
        goOn.countDown();
        assertThat(nextOutcome().content()).isNotNull();
    }

    @Test
    void anInterruptedRefreshLeavesNoInterruptToTheNext() {
        source.does(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return new byte[0];
        });
        start();
        time.pass(ofSeconds(5));
        assertThat(refresher.giveUpIfLate(now())).isTrue();
        source.does(() -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("left over");
            }
            return new byte[] {'1'};
        });
        assertThat(nextOutcome().failure()).isNull();
    }

    @Test
    void aSourceThatComesBackIsAskedWithinAndAHalfSeconds() {
        source.fails("gone");
        for (int i = 0; i < 20; i++) {
            assertThat(nextOutcome().failure()).isEqualTo("gone");
            assertThat(refresher.nanosUntilDue(now().nanos()))
                    .isBetween(ofMillis(500).toNanos(), ofMillis(1_500).toNanos());
        }
        source.answers("1");
        assertThat(nextOutcome().content()).isNotNull();
        assertThat(refresher.nanosUntilDue(now().nanos()))
                .isLessThanOrEqualTo(ofSeconds(1).toNanos());
    }

    @Test
    void closesTheSourceAfterItsLastFetch() throws InterruptedException {
        source.does(() -> {
            try {
                new CountDownLatch(1).await();
            } finally {
                assertThat(source.isClosed()).isFalse();
            }
            return new byte[0];
        });
        start();
        assertThat(refresher.close(ofSeconds(5))).isTrue();
        assertThat(source.isClosed()).isTrue();
    }

    private void start() {
        refresher.startIfDue(now(), () -> {});
        await().until(() -> source.fetches() == 1);
    }

    /** Lets the time pass until the next refresh is due, and waits for its end. */
    private Refresh.Outcome nextOutcome() {
        for (Refresh.Outcome outcome = null; ; Thread.onSpinWait()) {
            refresher.startIfDue(now(), () -> {});
            outcome = refresher.poll(now());
            if (outcome != null) {
                return outcome;
            }
            time.pass(ofMillis(
                    refresher.nanosUntilDue(now().nanos()) < ofSeconds(3).toNanos() ? 1 : 0));
        }
    }

    private Moment now() {
        return new Moment(time.epochMillis(), time.nanoTime());
    }
}
