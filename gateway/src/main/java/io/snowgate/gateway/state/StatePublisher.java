package io.snowgate.gateway.state;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest state document published: one writer, any number of readers, and between them one reference, released
 * by the one and acquired by the others.
 *
 * <p>The publisher's thread wakes at every second, at every refresh and when a fetch has ended; it starts the refresh that
 * is due, takes over what has come, renders and publishes. It never waits for the source: fetching and checking run on a
 * second thread, so a source that hangs stops neither the date nor the age. A source that fails in any way leaves the last
 * good document in place, growing older.
 *
 * <p>The new document is published before the old one's buffers are released. A reader in between gets the new document
 * or a refusal to retain, never half of anything: see {@link Representation}.
 */
public final class StatePublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StatePublisher.class);
    private static final VarHandle CURRENT = currentHandle();
    private static final Duration CLOSE_PATIENCE = Duration.ofMillis(450);

    private final StateSource source;
    private final Refresher refresher;
    private final SourceHealth health;
    private final Renderer renderer;
    private final long staleAfterMillis;
    private final EpochClock clock;
    private final LongSupplier nanoTime;
    private final Moment made;
    private final Thread thread;

    @SuppressWarnings("unused") // by CURRENT
    private @Nullable StateDocument current;

    private volatile boolean closed;

    /** Of what is published now; confined to the publisher's thread. */
    private long renderedSecond;

    private long renderedAgeSeconds;

    /**
     * A publisher that does nothing before {@link #start()}.
     *
     * @param options what the state was told
     * @param common fields that end every answer: what does not depend on the document, such as CORS
     * @param clock shown as {@code date} and {@code last-modified}
     * @param nanoTime the age is reckoned by it
     */
    public StatePublisher(
            StateSource source, StateOptions options, FieldBlock common, EpochClock clock, LongSupplier nanoTime) {
        this(source, options, common, clock, nanoTime, Refresher.ownThread(options.name()));
    }

    /** With fetching where {@code executor} says: a test has it done at once. */
    StatePublisher(
            StateSource source,
            StateOptions options,
            FieldBlock common,
            EpochClock clock,
            LongSupplier nanoTime,
            ExecutorService executor) {
        Duration staleAfter = options.staleAfter();
        if (staleAfter.isNegative() || staleAfter.isZero()) {
            throw new IllegalArgumentException("stale-after must be more than 0: " + staleAfter);
        }
        this.source = source;
        this.refresher = new Refresher(source, options, executor, new SplittableRandom());
        this.health = new SourceHealth(source.description());
        this.renderer = new Renderer(common);
        this.staleAfterMillis = staleAfter.toMillis();
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.made = now();
        this.thread = Thread.ofPlatform().daemon().name("snowgate-publisher").unstarted(this::run);
    }

    /** Starts the threads; the first document is there as soon as the source has answered. Once only. */
    public void start() {
        thread.start();
    }

    /** The newest document; null before the first and after {@link #close()}. One acquiring load; any thread. */
    public @Nullable StateDocument current() {
        return (StateDocument) CURRENT.getAcquire(this);
    }

    /** How the state is doing now: the age goes on even if the publisher's thread should not. Any thread. */
    public StateStatus status() {
        SourceHealth.Tally tally = health.tally();
        StateDocument document = current();
        long ageMillis = (document == null ? made : document.confirmation()).ageMillis(now());
        return new StateStatus(
                source.description(),
                document != null,
                ageMillis,
                ageMillis > staleAfterMillis,
                tally.failure(),
                tally.refreshes(),
                tally.failures(),
                document == null ? 0 : document.sizeBytes());
    }

    /** Stops both threads within a second and releases the document. A source deaf to interrupts is left behind. */
    @Override
    public void close() {
        closed = true;
        try {
            stopPublishing();
            if (!refresher.close(CLOSE_PATIENCE)) {
                LOG.warn("state source {} does not answer and is left behind", source.description());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopPublishing() throws InterruptedException {
        if (thread.getState() == Thread.State.NEW) {
            publish(null);
        } else {
            LockSupport.unpark(thread);
            thread.join(CLOSE_PATIENCE);
        }
    }

    private void run() {
        while (!closed) {
            survive(this::dutyCycle);
            LockSupport.parkNanos(this, nanosToNextCycle());
        }
        publish(null);
    }

    private static void survive(Runnable cycle) {
        try {
            cycle.run();
        } catch (Error reportFailed) {
            // The failure was counted before it was to be logged; with memory back, the next cycle can do both.
        }
    }

    /**
     * Does what is to be done now, without waiting for anything, and survives whatever goes wrong. Called by the
     * publisher's thread; by a test instead of it.
     */
    void dutyCycle() {
        Moment now = now();
        try {
            refresher.startIfDue(now, () -> LockSupport.unpark(thread));
            takeOver(refresher.poll(now), now);
            if (refresher.giveUpIfLate(now)) {
                health.failed("no answer since " + since(now, refresher.deadline()), null, now.nanos());
            }
            renderAnew(now);
        } catch (RuntimeException | Error e) {
            health.failed("not published: " + e, e, now.nanos());
        }
    }

    private void takeOver(Refresh.@Nullable Outcome outcome, Moment now) {
        if (outcome == null) {
            return;
        }
        if (outcome.content() == null) {
            health.failed(outcome.reason(), outcome.bug(), now.nanos());
        } else {
            accept(outcome.content(), now);
            health.succeeded(now.nanos());
        }
    }

    private void accept(Content content, Moment now) {
        StateDocument old = current();
        if (old == null || !old.content().sameAs(content)) {
            publish(render(content, Renderer.exactly(content.bytes()), now.epochMillis(), now, now));
        } else {
            publish(renderLike(old, now, now));
        }
    }

    /** The same document at another time, when it would read differently. */
    private void renderAnew(Moment now) {
        StateDocument old = current();
        if (old != null && readsDifferently(old, now)) {
            publish(renderLike(old, old.confirmation(), now));
        }
    }

    private boolean readsDifferently(StateDocument old, Moment now) {
        return renderedSecond != now.epochSecond()
                || renderedAgeSeconds != old.confirmation().ageSeconds(now);
    }

    private StateDocument renderLike(StateDocument old, Moment confirmed, Moment now) {
        return render(old.content(), old.identity().body().retain(), old.lastModifiedMillis(), confirmed, now);
    }

    private StateDocument render(Content content, ByteBuf body, long lastModifiedMillis, Moment confirmed, Moment now) {
        long ageSeconds = confirmed.ageSeconds(now);
        Representation identity = renderer.identity(content, body, lastModifiedMillis, now.epochMillis(), ageSeconds);
        renderedSecond = now.epochSecond();
        renderedAgeSeconds = ageSeconds;
        return new StateDocument(content, lastModifiedMillis, confirmed, identity);
    }

    private void publish(@Nullable StateDocument document) {
        StateDocument old = current();
        CURRENT.setRelease(this, document);
        if (old != null) {
            old.identity().release();
        }
    }

    private long nanosToNextCycle() {
        long tick = TimeUnit.MILLISECONDS.toNanos(Ticks.millisToNext(clock.epochMillis(), Ticks.SECOND_MILLIS));
        return Math.min(tick, Math.max(1, refresher.nanosUntilDue(nanoTime.getAsLong())));
    }

    private Moment now() {
        return new Moment(clock.epochMillis(), nanoTime.getAsLong());
    }

    private static Instant since(Moment now, Duration ago) {
        return Instant.ofEpochMilli(now.epochMillis()).minus(ago).truncatedTo(ChronoUnit.SECONDS);
    }

    private static VarHandle currentHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(StatePublisher.class, "current", StateDocument.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
