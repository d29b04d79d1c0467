package io.snowgate.gateway.state;

import io.snowgate.gateway.state.Made.Kind;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
 * <p>Coding runs on other threads (see {@link Encoder}). A new version is published once all is made of it, some
 * milliseconds later, so that nobody who polls in step with the refresh gets it uncompressed; but after
 * {@value #CODING_MILLIS} ms as far as it is, and the first one at once.
 *
 * <p>The new document is published before the old one's buffers are released. A reader in between gets the new document
 * or a refusal to retain, never half of anything: see {@link Representation}.
 */
public final class StatePublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StatePublisher.class);
    private static final VarHandle CURRENT = currentHandle();
    private static final int CODING_MILLIS = 50;
    private static final Duration CLOSE_PATIENCE = Duration.ofMillis(450);

    private final StateSource source;
    private final StateOptions options;
    private final Refresher refresher;
    private final SourceHealth health;
    private final Composer composer;
    private final Encoder encoder;
    private final long staleAfterMillis;
    private final EpochClock clock;
    private final LongSupplier nanoTime;
    private final Moment made;
    private final Thread thread;
    private final List<Consumer<StateDocument>> listeners = new CopyOnWriteArrayList<>();

    @SuppressWarnings("unused") // by CURRENT
    private @Nullable StateDocument current;

    private volatile boolean closed;
    private volatile @Nullable Oracle oracle;
    private final AtomicReference<@Nullable Stamp> stamp = new AtomicReference<>();

    /** The version that is being coded, not yet published, and since when; confined to the publisher's thread. */
    private @Nullable StateDocument next;

    private Moment nextSince;

    /** What the oracle said of a content. */
    private record Stamp(Content content, long timestamp) {}

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
        this(source, options, common, clock, nanoTime, Refresher.ownThread(options.name()), Encoder.sharedThreads());
    }

    /** With fetching and encoding where the executors say: a test has it done at once. */
    StatePublisher(
            StateSource source,
            StateOptions options,
            FieldBlock common,
            EpochClock clock,
            LongSupplier nanoTime,
            ExecutorService fetching,
            ExecutorService encoding) {
        Duration staleAfter = options.staleAfter();
        if (staleAfter.isNegative() || staleAfter.isZero()) {
            throw new IllegalArgumentException("stale-after must be more than 0: " + staleAfter);
        }
        this.source = source;
        this.options = options;
        this.refresher = new Refresher(source, options, fetching, new SplittableRandom());
        this.health = new SourceHealth(source.description());
        this.composer = new Composer(options, common);
        this.encoder = new Encoder(encoding, this::wake);
        this.staleAfterMillis = staleAfter.toMillis();
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.made = now();
        this.nextSince = made;
        this.thread = Thread.ofPlatform().daemon().name("snowgate-publisher").unstarted(this::run);
    }

    /**
     * Calls {@code listener} with every document whose content differs from the one before, once it is published. None is
     * left out. It runs on the publisher's thread and must not wait; what it needs of the document's buffers it retains
     * before it returns, or finds superseded later. Any thread.
     */
    public void onChange(Consumer<StateDocument> listener) {
        listeners.add(listener);
    }

    /**
     * Asks {@code oracle} once for each content, when it has come; the answer is shown as {@code snowgate-timestamp} as
     * soon as it is there. Nothing waits for it. Where it fails it is asked again when the content is confirmed.
     */
    public void stampBy(Oracle newOracle) {
        oracle = newOracle;
    }

    /** What this state was told. */
    public StateOptions options() {
        return options;
    }

    /** Starts the threads; the first document is there as soon as the source has answered. Once only. */
    public void start() {
        start(CompletableFuture.completedStage(null));
    }

    /** The same, but nothing is coded before {@code serving}: a start has more urgent things to do. */
    public void start(CompletionStage<?> serving) {
        encoder.beginAfter(serving);
        encoder.warmUp();
        thread.start();
    }

    /** The newest document; null before the first and after {@link #close()}. One acquiring load; any thread. */
    public @Nullable StateDocument current() {
        return (StateDocument) CURRENT.getAcquire(this);
    }

    /**
     * Has the deltas from {@code origin} to {@code document} made, unless somebody has asked for them before. They are in
     * a later {@link #current()}, if the content is still the same then. Any thread, without waiting.
     */
    public void wantDeltas(StateDocument document, Origin origin) {
        want(document, origin, Kind.DELTA);
    }

    /** The same for the patch. */
    public void wantPatch(StateDocument document, Origin origin) {
        want(document, origin, Kind.PATCH);
    }

    private void want(StateDocument document, Origin origin, Kind kind) {
        if (origin.ask(kind)) {
            encoder.difference(document.content(), origin.content(), kind);
        }
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
        encoder.close();
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
            publishNothing();
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
        publishNothing();
    }

    private void publishNothing() {
        StateDocument coding = next;
        next = null;
        if (coding != null) {
            coding.release();
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
            refresher.startIfDue(now, this::wake);
            takeOver(refresher.poll(now), now);
            takeStamp(now);
            takeEncoded(now);
            if (refresher.giveUpIfLate(now)) {
                health.failed("no answer since " + since(now, refresher.deadline()), null, now.nanos());
            }
            publishNextInTime(now);
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
        publishNext();
        StateDocument old = current();
        if (old != null && old.content().sameAs(content)) {
            publish(composer.recompose(old, List.of(), now, now));
            if (old.timestamp() == 0) {
                askOracle(old.content());
            }
            return;
        }
        askOracle(content);
        next = composer.compose(content, old, now);
        nextSince = now;
        encoder.encode(content, composer.usualDictionaries(content), composer.previous());
        if (old == null) {
            publishNext();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what the oracle fails with is its own to tell
    private void askOracle(Content content) {
        Oracle asked = oracle;
        if (asked != null) {
            asked.next().thenAccept(timestamp -> {
                if (timestamp > 0) {
                    stamp.set(new Stamp(content, timestamp));
                    wake();
                }
            });
        }
    }

    /** Only for the very content it was asked for: the same again, after another, came later than that. */
    @SuppressWarnings("ReferenceEquality")
    private void takeStamp(Moment now) {
        Stamp given = stamp.getAndSet(null);
        if (given == null) {
            return;
        }
        StateDocument coding = next;
        StateDocument old = current();
        if (coding != null && coding.content() == given.content) {
            next = composer.stamped(coding, given.timestamp, now);
            coding.release();
        } else if (old != null && old.content() == given.content) {
            publish(composer.stamped(old, given.timestamp, now));
        }
    }

    private void takeEncoded(Moment now) {
        for (Encoder.Batch batch = encoder.poll(); batch != null; batch = encoder.poll()) {
            StateDocument coding = next;
            StateDocument old = current();
            if (coding != null && coding.content().sameAs(batch.content())) {
                next = composer.recompose(coding, batch.made(), coding.confirmation(), now);
                coding.release();
                if (batch.last()) {
                    publishNext();
                }
            } else if (old != null && old.content().sameAs(batch.content())) {
                publish(composer.recompose(old, batch.made(), old.confirmation(), now));
            }
        }
    }

    private void publishNextInTime(Moment now) {
        if (nextSince.ageMillis(now) >= CODING_MILLIS) {
            publishNext();
        }
    }

    private void publishNext() {
        StateDocument changed = next;
        if (changed != null) {
            next = null;
            publish(changed);
            tellListeners(changed);
        }
    }

    private void tellListeners(StateDocument changed) {
        for (Consumer<StateDocument> listener : listeners) {
            try {
                listener.accept(changed);
            } catch (RuntimeException bug) {
                LOG.error("a listener failed at version {} of {}", changed.version(), source.description(), bug);
            }
        }
    }

    /** The same document at another time, when it would read differently. */
    private void renderAnew(Moment now) {
        StateDocument old = current();
        if (old != null && composer.readsDifferently(old, now)) {
            publish(composer.recompose(old, List.of(), old.confirmation(), now));
        }
    }

    private void publish(@Nullable StateDocument document) {
        StateDocument old = current();
        CURRENT.setRelease(this, document);
        if (old != null) {
            old.release();
        }
    }

    private long nanosToNextCycle() {
        long tick = TimeUnit.MILLISECONDS.toNanos(Ticks.millisToNext(clock.epochMillis(), Ticks.SECOND_MILLIS));
        return Math.min(tick, Math.max(1, nanosUntilDue(now())));
    }

    private long nanosUntilDue(Moment now) {
        long nanos = refresher.nanosUntilDue(now.nanos());
        if (next != null) {
            nanos = Math.min(nanos, nanosUntilOlder(nextSince, CODING_MILLIS, now));
        }
        StateDocument document = current();
        if (document != null && options.refuseStale() && !document.isRefused()) {
            nanos = Math.min(nanos, nanosUntilOlder(document.confirmation(), staleAfterMillis + 1, now));
        }
        return nanos;
    }

    private static long nanosUntilOlder(Moment moment, long millis, Moment now) {
        return TimeUnit.MILLISECONDS.toNanos(millis - moment.ageMillis(now));
    }

    private void wake() {
        LockSupport.unpark(thread);
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
