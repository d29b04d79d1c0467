package io.snowgate.gateway;

import io.snowgate.generator.Bound;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.ReservedWindow;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import io.snowgate.generator.WorkerLock;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The right to issue the IDs of one worker id, for a gateway or for {@code snowgate id}: nobody else on this machine has
 * it, and what an earlier process may have issued is known.
 *
 * <pre>
 *   DATA-DIR/worker/worker-1.lock                nobody else uses this data directory with this worker id
 *   DATA-DIR/worker/LAYOUT/worker-1.mark         nothing at or after this time was issued ({@link ReservedWindow})
 *   WORKER-LOCK-DIR/LAYOUT/worker-1.lock         nobody else on this machine issues these IDs, wherever its data is
 * </pre>
 *
 * <p>LAYOUT is the name of the preset: the mark of one whose epoch or bits were changed since is refused, because its IDs
 * may be those of before.
 *
 * <p>Taken in this order and given back in reverse: first the generator ends, then the mark gives back what was not used,
 * then the locks go. One thread takes, one closes; the generator is for any.
 */
final class WorkerClaim implements AutoCloseable {

    private static final String ROOM = "worker";

    private final WorkerLock dataLock;
    private final @Nullable WorkerLock machineLock;
    private final ReservedWindow window;
    private final SnowflakeGenerator generator;

    private WorkerClaim(
            WorkerLock dataLock,
            @Nullable WorkerLock machineLock,
            ReservedWindow window,
            SnowflakeGenerator generator) {
        this.dataLock = dataLock;
        this.machineLock = machineLock;
        this.window = window;
        this.generator = generator;
    }

    /**
     * Takes the locks at once or not at all, reads the mark, waits for a clock that is a little behind it, and reserves
     * the first window.
     *
     * @param notices is told, in one sentence, that there is something to wait for
     * @throws IOException when somebody else has the worker id, the mark is damaged, the clock is too far behind or
     *     outside of the layout's time, or a file cannot be written; in one sentence, with advice
     */
    static WorkerClaim take(GatewayConfig.Snowflake told, Path dataDir, EpochClock clock, Consumer<String> notices)
            throws IOException {
        requireTime(told, clock);
        try {
            return takeIn(PrivateDirectory.in(dataDir, ROOM), told, clock, notices);
        } catch (FileSystemException e) {
            throw new IOException("cannot take worker id " + told.workerId() + " (" + e + ")", e);
        }
    }

    private static WorkerClaim takeIn(
            Path room, GatewayConfig.Snowflake told, EpochClock clock, Consumer<String> notices) throws IOException {
        WorkerLock dataLock = WorkerLock.acquire(room, told.workerId());
        return orRelease(dataLock, () -> {
            WorkerLock machineLock = machineLock(told);
            return orRelease(machineLock, () -> {
                ReservedWindow window = reserve(told, room, clock, notices);
                return new WorkerClaim(
                        dataLock,
                        machineLock,
                        window,
                        newGenerator(told, told.workerId(), clock, window, window.firstPosition()));
            });
        });
    }

    private static @Nullable WorkerLock machineLock(GatewayConfig.Snowflake told) throws IOException {
        return told.locks().machineWide() ? WorkerLock.acquire(machineRoom(told), told.workerId()) : null;
    }

    private static ReservedWindow reserve(
            GatewayConfig.Snowflake told, Path room, EpochClock clock, Consumer<String> notices) throws IOException {
        Path marks = PrivateDirectory.in(room, told.layoutName());
        ReservedWindow window = ReservedWindow.open(marks, told.layout(), told.workerId(), clock, told.reserve());
        Duration behind = behind(window, clock);
        if (behind.isPositive() && behind.compareTo(told.restartWait()) <= 0) {
            notices.accept("waiting " + behind.toMillis() + " ms until the clock is past the last IDs of worker id "
                    + told.workerId());
        }
        window.awaitClock(told.restartWait());
        window.extendIfNeeded();
        return window;
    }

    private static Duration behind(ReservedWindow window, EpochClock clock) {
        return window.firstPosition() == 0
                ? Duration.ZERO
                : Duration.between(Instant.ofEpochMilli(clock.epochMillis()), window.firstInstant());
    }

    /** A generator as it was told of, below this bound and from this position on. */
    static SnowflakeGenerator newGenerator(
            GatewayConfig.Snowflake told, int workerId, EpochClock clock, Bound bound, long firstPosition) {
        return SnowflakeGenerator.builder(told.layout(), workerId)
                .clock(clock)
                .bound(bound)
                .firstPosition(firstPosition)
                .maxAhead(told.maxAhead())
                .clockTolerance(told.clockTolerance())
                .sequenceStart(told.sequenceStart())
                .build();
    }

    private static void requireTime(GatewayConfig.Snowflake told, EpochClock clock) throws IOException {
        SnowflakeLayout layout = told.layout();
        Instant now = Instant.ofEpochMilli(clock.epochMillis());
        if (now.isBefore(layout.firstInstant())) {
            throw new IOException("the epoch of the IDs lies in the future: " + layout.firstInstant()
                    + ", and the clock says " + now + "; set the clock right, or --set snowflake.epoch-millis");
        }
        if (now.isAfter(layout.lastInstant())) {
            throw new IOException("the time of layout " + told.layoutName() + " was over on " + layout.lastInstant()
                    + ", and the clock says " + now + "; take another --layout, or a later snowflake.epoch-millis");
        }
    }

    private static Path machineRoom(GatewayConfig.Snowflake told) throws IOException {
        Optional<Path> directory = told.locks().directory();
        Path all = directory.isPresent() ? directory.get() : PrivateDirectory.temporary();
        return PrivateDirectory.in(all, told.layoutName());
    }

    SnowflakeGenerator generator() {
        return generator;
    }

    ReservedWindow window() {
        return window;
    }

    /** Ends the generator and gives everything back. Whoever moves the window has stopped before. */
    @Override
    public void close() throws IOException {
        try (dataLock;
                machineLock) {
            window.close(generator.close());
        }
    }

    private static <T> T orRelease(@Nullable WorkerLock lock, Step<T> step) throws IOException {
        boolean isDone = false;
        try {
            T result = step.take();
            isDone = true;
            return result;
        } finally {
            if (!isDone && lock != null) {
                lock.close();
            }
        }
    }

    /** One more step towards the claim. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException;
    }
}
