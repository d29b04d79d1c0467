package io.snowgate.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a worker from repeating itself across restarts: a file says up to which time its IDs may have been issued, and
 * says so before they are.
 *
 * <pre>
 *           file: reserved until                   written, synced, and only then released
 *                    ▼                                              ▼
 *   ─────────────────┼───────────── clock ──────────────────────────┼─────────▶ positions
 *     maybe issued   │  may be issued by this process               │ UNRESERVED
 *     before         └ firstPosition                                └ position
 * </pre>
 *
 * <p>{@link #extendIfNeeded} is called by a thread of its own, several times within half of the window, and moves the
 * end of it whenever less than half is left ahead of the clock. The generator reads the end and never touches the disk.
 * When the disk is full or gone, IDs stop at the end of the window, with a named refusal.
 *
 * <p>A process that was killed has used some of its window. The next one issues nothing below the end of it: where the
 * clock stands behind, {@link #awaitClock} waits if it is little and refuses if it is much. A process that ends in order
 * gives back what it has not used ({@link #close(long)}), and the next one need not wait.
 *
 * <p>The file is written beside itself, synced, moved over the old one, and the directory synced: whatever happens in
 * between, one whole file is there. (Two slots in one file would spare the move, and leave open whether the newer slot,
 * when it cannot be read, was torn before anybody used it or lost after.) A file that cannot be read, or is of another
 * worker or layout, is a refusal: to begin again from nothing could repeat IDs, and only a human can know that it does
 * not. One process at a time: {@link WorkerLock} sees to that, taken before this is opened.
 *
 * <p>{@link #position} is for any thread; the rest is for one, the agent, and before it starts for who starts it.
 */
public final class ReservedWindow implements Bound {

    private static final long LONGEST_PARK_MILLIS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Path directory;
    private final Path file;
    private final SnowflakeLayout layout;
    private final int workerId;
    private final EpochClock clock;
    private final long aheadMillis;
    private final long firstPosition;
    private final AtomicLong end;

    private ReservedWindow(
            Path directory,
            Path file,
            SnowflakeLayout layout,
            int workerId,
            EpochClock clock,
            Duration ahead,
            long firstPosition) {
        this.directory = directory;
        this.file = file;
        this.layout = layout;
        this.workerId = workerId;
        this.clock = clock;
        this.aheadMillis = ahead.toMillis();
        this.firstPosition = firstPosition;
        this.end = new AtomicLong(firstPosition);
    }

    /**
     * Reads the mark of a worker; reserves nothing yet, so that nothing is issued before {@link #extendIfNeeded}.
     *
     * @param directory where the mark lies, which must exist; no mark means that this worker has never issued
     * @param ahead how far ahead of the clock to reserve, 10 ms to an hour; more than the generator may run ahead of it
     * @throws IOException when the mark cannot be read, is damaged, or is not of this worker and layout; says what to do
     */
    public static ReservedWindow open(
            Path directory, SnowflakeLayout layout, int workerId, EpochClock clock, Duration ahead) throws IOException {
        Ranges.require("window in ms", ahead.toMillis(), 10, Duration.ofHours(1).toMillis());
        layout.requireWorkerId(workerId);
        Path file = directory.resolve("worker-" + workerId + ".mark");
        long tick = Files.notExists(file)
                ? 0
                : HighWaterMark.read(file, layout, workerId).reservedTick();
        return new ReservedWindow(directory, file, layout, workerId, clock, ahead, layout.firstPositionOf(tick));
    }

    /** What an earlier process may have issued lies below. */
    public long firstPosition() {
        return firstPosition;
    }

    /** When this worker may issue again: when the tick of {@link #firstPosition} begins. */
    public Instant firstInstant() {
        return Instant.ofEpochMilli(layout.millisAt(firstPosition));
    }

    @Override
    public long position() {
        return end.getAcquire();
    }

    /**
     * Waits until the clock has reached {@link #firstInstant}, if it is no further away than this. Nothing else may be
     * waiting for this thread.
     *
     * @throws IOException when it is further away, or moves away, or the thread is interrupted, which stays set
     */
    public void awaitClock(Duration longest) throws IOException {
        long begun = System.nanoTime();
        long behind = behindMillis();
        while (behind > 0) {
            requireNear(behind, longest);
            requireRunning(System.nanoTime() - begun, longest);
            LockSupport.parkNanos(this, Math.min(behind, LONGEST_PARK_MILLIS) * NANOS_PER_MILLI);
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while waiting for the clock to reach " + firstInstant());
            }
            behind = behindMillis();
        }
    }

    /**
     * Reserves up to a window ahead of the clock when less than half of it is left: returns when the mark is on the disk,
     * and releases the new end only then.
     *
     * @return whether there was something to do
     * @throws IOException when the mark could not be written: the old end stays
     */
    public boolean extendIfNeeded() throws IOException {
        long now = clock.epochMillis();
        if (!layout.spans(now) || endMillis() - now > aheadMillis / 2) {
            return false;
        }
        reserve(layout.endPositionAt(now, aheadMillis));
        return true;
    }

    /**
     * Reserves nothing more, and gives back what was not used.
     *
     * @param next what {@link SnowflakeGenerator#close} has returned: nothing at or above it was or will be issued
     * @throws IOException when the mark could not be written: the next process waits for the end of this window
     */
    public void close(long next) throws IOException {
        long unused = Math.max(next, firstPosition);
        long used = Math.min(unused, end.getAndSet(0));
        write(layout.tickAfter(used));
    }

    private void reserve(long newEnd) throws IOException {
        long tick = layout.tickAfter(newEnd);
        write(tick);
        end.setRelease(layout.firstPositionOf(tick));
    }

    private long endMillis() {
        return layout.millisAt(end.getAcquire());
    }

    private long behindMillis() {
        return firstPosition == 0 ? 0 : layout.millisAt(firstPosition) - clock.epochMillis();
    }

    /** By the monotonic clock: a wall clock that stands still, or goes at less than half of the speed, is not waited for. */
    private void requireRunning(long waitedNanos, Duration longest) throws IOException {
        if (waitedNanos > 2 * longest.toNanos()) {
            throw new IOException("the clock stands still at " + Instant.ofEpochMilli(clock.epochMillis())
                    + ", or nearly so; worker " + workerId + " waits for it to reach " + firstInstant());
        }
    }

    private void requireNear(long behindMillis, Duration longest) throws IOException {
        if (behindMillis > longest.toMillis()) {
            throw new IOException(
                    "the clock (%s) is %s behind the last IDs of worker %d, which %s says may reach to %s;"
                                    .formatted(
                                            Instant.ofEpochMilli(clock.epochMillis()),
                                            Duration.ofMillis(behindMillis),
                                            workerId,
                                            file,
                                            firstInstant())
                            + " set the clock right, or take a worker id that was never used");
        }
    }

    private void write(long tick) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        byte[] content = new HighWaterMark(layout, workerId, tick).toBytes();
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory();
    }

    /** Where directories can be opened at all: Windows keeps them by itself. */
    private void syncDirectory() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
