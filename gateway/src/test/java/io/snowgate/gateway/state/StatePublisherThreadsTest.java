package io.snowgate.gateway.state;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.LogOf;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.gateway.wire.HttpDate;
import io.snowgate.generator.EpochClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The publisher with its own two threads and the clocks of this machine. */
@Timeout(30)
class StatePublisherThreadsTest {

    private final ScriptedSource source = new ScriptedSource();
    private final StatePublisher publisher = publisher(ofMillis(100));

    @AfterEach
    void close() {
        publisher.close();
    }

    @Test
    void publishesTheFirstDocumentPromptly() {
        source.answers("1");
        publisher.start();
        await().pollInterval(ofMillis(1)).atMost(ofMillis(900)).until(() -> publisher.current() != null);
    }

    @Test
    void publishesAChangeWithinARefresh() {
        source.answers("1");
        publisher.start();
        await().until(() -> "1".equals(content()));
        source.answers("2");
        await().atMost(ofSeconds(1)).until(() -> "2".equals(content()));
    }

    @Test
    void retriesWhenThereIsNoSourceAtStart() {
        source.fails("not yet");
        publisher.start();
        await().until(() -> publisher.status().failures() > 2);
        assertThat(publisher.current()).isNull();
        source.answers("1");
        await().atMost(ofSeconds(1)).until(() -> publisher.status().ready());
    }

    @Test
    void publishesAtOnceAndCodesOnceTheGatewayServes() {
        CompletableFuture<Void> serving = new CompletableFuture<>();
        source.answers("[" + "1,".repeat(200) + "1]");
        publisher.start(serving);
        await().until(() -> codings() == 1);
        await().during(ofMillis(200)).atMost(ofSeconds(2)).until(() -> codings() == 1);
        serving.complete(null);
        await().until(() -> codings() > 1);
    }

    @Test
    void goesOnDatingWhileTheSourceHangs() {
        source.answers("1");
        publisher.start();
        await().until(() -> publisher.current() != null);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger atOnce = new AtomicInteger();
        source.does(() -> {
            atOnce.incrementAndGet();
            never.await();
            return new byte[0];
        });
        await().until(() -> atOnce.get() == 1);

        String later = HttpDate.of(System.currentTimeMillis() + 2_000).toString();
        await().atMost(ofSeconds(4)).until(() -> head().contains("date: " + later));
        assertThat(atOnce).hasValue(1);
        assertThat(publisher.status().ageMillis()).isGreaterThan(1_000);
    }

    @Test
    void closesWithinASecondThoughTheSourceHangs() {
        publisher.start();
        source.does(() -> {
            new CountDownLatch(1).await();
            return new byte[0];
        });
        await().until(() -> threads().count() == 2);

        assertThat(elapsed(publisher::close)).isLessThan(ofSeconds(1));
        await().until(() -> threads().count() == 0);
    }

    @Test
    void closesWithinASecondThoughTheSourceIsDeafToInterrupts() {
        CountDownLatch letGo = new CountDownLatch(1);
        source.does(() -> {
            while (letGo.getCount() > 0) {
                Thread.onSpinWait();
            }
            return new byte[0];
        });
        publisher.start();
        await().until(() -> source.fetches() > 0);
        try (LogOf log = new LogOf(StatePublisher.class)) {
            assertThat(elapsed(publisher::close)).isLessThan(ofSeconds(1));
            assertThat(log.lines()).containsExactly("WARN state source scripted does not answer and is left behind");
        } finally {
            letGo.countDown();
        }
        await().until(() -> threads().count() == 0);
    }

    @Test
    void survivesWhatTheSourceThrows() {
        source.does(() -> {
            throw new StackOverflowError();
        });
        publisher.start();
        await().until(() -> publisher.status().failures() > 3);
        source.answers("1");
        await().until(() -> publisher.status().ready());
    }

    @Test
    void closingTwiceOrBeforeTheStartIsNoHarm() {
        StatePublisher unstarted = publisher(ofSeconds(1));
        unstarted.close();
        unstarted.close();
        publisher.start();
        publisher.close();
        publisher.close();
        await().until(() -> threads().findAny().isEmpty());
    }

    private StatePublisher publisher(Duration refresh) {
        return new StatePublisher(
                source,
                StateOptions.usual(refresh, ofSeconds(10), 1_000),
                FieldBlock.NONE,
                EpochClock.system(),
                System::nanoTime);
    }

    private String content() {
        StateDocument document = publisher.current();
        return document == null ? "" : new String(document.copyBytes(), StandardCharsets.UTF_8);
    }

    private int codings() {
        StateDocument document = publisher.current();
        return document == null ? 0 : document.representations().size();
    }

    private String head() {
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            ByteBuf head = document.identity().retainHttp1Head();
            if (head != null) {
                String text = head.toString(StandardCharsets.US_ASCII);
                head.release();
                return text;
            }
        }
        return "";
    }

    /** Those of publishers; the encoder's are the process's. */
    private static Stream<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("snowgate-"))
                .filter(thread -> !thread.getName().startsWith("snowgate-encode-"));
    }

    private static Duration elapsed(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
