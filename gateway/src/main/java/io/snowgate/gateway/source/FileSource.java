package io.snowgate.gateway.source;

import io.snowgate.gateway.state.StateSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file, read whole at each fetch, so that new content is noticed even under an old modification time.
 *
 * <p>Looked at before it is opened: only a regular file is, symbolic links followed, because opening a FIFO waits for a
 * writer. Looked at again when it has been read: a file that was written meanwhile is refused. Who replaces the file by
 * renaming another over it is never refused. No more than the limit and one byte is ever read.
 */
final class FileSource implements StateSource {

    /** Reads up to {@code limitBytes} of a file. A seam for tests: between looking and looking again. */
    @FunctionalInterface
    interface Reader {
        byte[] read(Path path, int limitBytes) throws IOException;
    }

    private final Path path;
    private final int maxSizeBytes;
    private final Reader reader;

    FileSource(Path path, int maxSizeBytes) {
        this(path, maxSizeBytes, FileSource::readAtMost);
    }

    FileSource(Path path, int maxSizeBytes, Reader reader) {
        this.path = path;
        this.maxSizeBytes = maxSizeBytes;
        this.reader = reader;
    }

    @Override
    public String description() {
        return "file:" + path;
    }

    @Override
    public byte[] fetch() throws IOException {
        try {
            BasicFileAttributes before = attributes();
            requireReadable(before);
            byte[] bytes = reader.read(path, (int) Math.min(maxSizeBytes + 1L, Integer.MAX_VALUE));
            requireWithinLimit(bytes.length);
            requireUntouched(before, attributes());
            return bytes;
        } catch (FileSystemException e) {
            throw new IOException(path + " " + reason(e), e);
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    private void requireReadable(BasicFileAttributes file) throws IOException {
        if (file.isDirectory()) {
            throw new IOException(path + " is a directory");
        }
        if (!file.isRegularFile()) {
            throw new IOException(path + " is a FIFO, a device or a socket, must be a regular file");
        }
        requireWithinLimit(file.size());
    }

    private void requireWithinLimit(long sizeBytes) throws IOException {
        if (sizeBytes > maxSizeBytes) {
            throw new IOException(path + " has " + sizeBytes + " bytes or more, the limit is " + maxSizeBytes);
        }
    }

    /** Another file under the same name is no harm: what was read was whole. */
    private void requireUntouched(BasicFileAttributes before, BasicFileAttributes after) throws IOException {
        boolean sameFile = Objects.equals(before.fileKey(), after.fileKey());
        boolean sameState =
                before.size() == after.size() && before.lastModifiedTime().equals(after.lastModifiedTime());
        if (sameFile && !sameState) {
            throw new IOException(path + " was written while it was read");
        }
    }

    private static byte[] readAtMost(Path path, int limitBytes) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(limitBytes);
        }
    }

    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "does not exist";
        }
        return e instanceof AccessDeniedException
                ? "may not be read: permission denied"
                : "cannot be read: " + orUnknown(e.getReason());
    }

    private static String orUnknown(@Nullable String reason) {
        return reason == null ? "no reason given" : reason;
    }
}
