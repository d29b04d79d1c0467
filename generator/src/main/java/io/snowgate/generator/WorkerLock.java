package io.snowgate.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One worker id, one process: a lock of the operating system on a file per worker id. It ends with the process, however
 * that ends; the file stays, and is no lock by itself. It says who holds it, so that the second process can say so too:
 *
 * <pre>
 *   process 4711, started 2026-11-21T00:31:37Z
 * </pre>
 *
 * <p>Processes see each other's locks when they use the same directory, on a file system that knows locks; those of
 * other machines need a lease.
 *
 * <p>Within this process the table {@code HELD} answers, before any file is opened: POSIX releases a lock as soon as the
 * process closes <em>any</em> descriptor of the file, so that a second attempt would break the first one's lock.
 */
public final class WorkerLock implements AutoCloseable {

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Far behind the text: where locks are mandatory, the text can still be read. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final int MAX_TEXT_BYTES = 200;

    private final Path file;
    private final FileChannel channel;

    private WorkerLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of a worker id, or refuses at once.
     *
     * @param directory where the lock file lies, which must exist
     * @throws IOException when another process or this one holds it, with who that is; or when the file cannot be used
     */
    public static WorkerLock acquire(Path directory, int workerId) throws IOException {
        Path file = directory.toRealPath().resolve("worker-" + workerId + ".lock");
        if (!HELD.add(file)) {
            throw new IOException("worker id " + workerId + " is in use by this process already (" + file + ")");
        }
        boolean isHeld = false;
        try {
            WorkerLock lock = new WorkerLock(file, lock(file, workerId));
            isHeld = true;
            return lock;
        } finally {
            if (!isHeld) {
                HELD.remove(file);
            }
        }
    }

    /** Releases the lock; the file stays. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(file);
        }
    }

    private static FileChannel lock(Path file, int workerId) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean isHeld = false;
        try {
            requireLock(channel, file, workerId);
            sign(channel);
            isHeld = true;
            return channel;
        } finally {
            if (!isHeld) {
                channel.close();
            }
        }
    }

    private static void requireLock(FileChannel channel, Path file, int workerId) throws IOException {
        @Nullable FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
        if (lock == null) {
            throw new IOException("worker id " + workerId + " is in use by " + holder(file) + " (" + file
                    + "); stop it, or take another worker id");
        }
    }

    private static void sign(FileChannel channel) throws IOException {
        String text = "process " + ProcessHandle.current().pid() + ", started " + started() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static Instant started() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .orElseGet(Instant::now)
                .truncatedTo(ChronoUnit.SECONDS);
    }

    private static String holder(Path file) throws IOException {
        String text = Files.size(file) <= MAX_TEXT_BYTES ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        return text.isBlank() ? "a process that has not said which" : text.strip();
    }
}
