package io.snowgate.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Case numbers are those of section G, state source. On a thread of its own: opening a FIFO heeds no interrupt. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileSourceTest {

    private static final int MAX_BYTES = 100;
    private static final Path READABLE_BY_NOBODY = Path.of("/proc/sys/vm/compact_memory");

    @TempDir
    private Path directory;

    @Test
    void readsTheFileAsItIsNow() throws IOException {
        Path file = write("x.json", "{\"v\":1}");
        FileSource source = source(file);
        assertThat(source.fetch()).asString().isEqualTo("{\"v\":1}");
        Files.writeString(file, "{\"v\":2}");
        assertThat(source.fetch()).asString().isEqualTo("{\"v\":2}");
    }

    @Test
    void g81NoticesNewContentUnderTheSameModificationTime() throws IOException {
        Path file = write("x.json", "{\"v\":1}");
        FileTime time = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Files.setLastModifiedTime(file, time);
        FileSource source = source(file);
        assertThat(source.fetch()).asString().isEqualTo("{\"v\":1}");

        Files.writeString(file, "{\"v\":2}");
        Files.setLastModifiedTime(file, time);
        assertThat(source.fetch()).asString().isEqualTo("{\"v\":2}");
    }

    @Test
    void followsASymbolicLink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), write("x.json", "1"));
        assertThat(source(link).fetch()).asString().isEqualTo("1");
    }

    @Test
    void g76NamesAMissingFile() {
        assertRefused(directory.resolve("none.json"), "does not exist");
    }

    @Test
    void g76NamesALinkToNothing() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("none"));
        assertRefused(link, "does not exist");
    }

    @Test
    void g80RefusesADirectory() {
        assertRefused(directory, "is a directory");
    }

    @Test
    void g80RefusesAFifoWithoutOpeningIt() throws Exception {
        Path fifo = directory.resolve("fifo");
        Process mkfifo =
                new ProcessBuilder("mkfifo", fifo.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor()).isZero();

        assertRefused(fifo, "is a FIFO, a device or a socket, must be a regular file");
        assertRefused(Files.createSymbolicLink(directory.resolve("link"), fifo), "is a FIFO");
    }

    @Test
    void g80RefusesADevice() {
        assertRefused(Path.of("/dev/zero"), "is a FIFO, a device or a socket");
    }

    @Test
    void g80RefusesALoopOfSymbolicLinks() throws IOException {
        Path a = directory.resolve("a");
        Path b = directory.resolve("b");
        Files.createSymbolicLink(a, b);
        Files.createSymbolicLink(b, a);
        assertRefused(a, "cannot be read: Too many levels of symbolic links");
    }

    @Test
    void g80RefusesAFileWithoutPermission() throws IOException {
        assertRefused(unreadable(), "may not be read: permission denied");
    }

    @Test
    void acceptsTheLimitAndNotAByteMore() throws IOException {
        assertThat(source(write("x.json", "x".repeat(MAX_BYTES))).fetch()).hasSize(MAX_BYTES);
        assertRefused(write("y.json", "x".repeat(MAX_BYTES + 1)), "has 101 bytes or more, the limit is 100");
    }

    @Test
    void g79RefusesAGigabyteByItsSize() throws IOException {
        Path file = directory.resolve("huge");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 30);
        }
        FileSource unread = new FileSource(file, MAX_BYTES, (path, limit) -> {
            throw new AssertionError("opened");
        });
        assertThatIOException()
                .isThrownBy(unread::fetch)
                .withMessage(file + " has 1073741824 bytes or more, the limit is 100");
    }

    @Test
    void g79ReadsNoMoreThanTheLimitAndAByteOfAFileThatGrows() throws IOException {
        Path file = write("x.json", "x".repeat(50));
        FileSource source = new FileSource(file, MAX_BYTES, (path, limit) -> {
            assertThat(limit).isEqualTo(MAX_BYTES + 1);
            Files.writeString(path, "x".repeat(1_000), StandardOpenOption.APPEND);
            return Files.readAllBytes(path).length > limit ? new byte[limit] : new byte[0];
        });
        assertThatIOException().isThrownBy(source::fetch).withMessageContaining("the limit is 100");
    }

    @Test
    void g77RefusesAFileThatWasWrittenWhileItWasRead() throws IOException {
        Path file = write("x.json", "[1,2]");
        FileSource source = new FileSource(file, MAX_BYTES, (path, limit) -> {
            byte[] bytes = Files.readAllBytes(path);
            Files.writeString(path, "[1,2,3]");
            return bytes;
        });
        assertThatIOException().isThrownBy(source::fetch).withMessage(file + " was written while it was read");
    }

    @Test
    void g77AcceptsAFileThatWasReplacedByRenamingWhileItWasRead() throws IOException {
        Path file = write("x.json", "[1,2]");
        Path next = write("next.json", "[1,2,3]");
        FileSource source = new FileSource(file, MAX_BYTES, (path, limit) -> {
            byte[] bytes = Files.readAllBytes(path);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
            return bytes;
        });
        assertThat(source.fetch()).asString().isEqualTo("[1,2]");
    }

    private Path write(String name, String text) throws IOException {
        return Files.write(directory.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Root may read every file but those that the kernel itself keeps from reading. */
    private Path unreadable() throws IOException {
        Path file = write("secret.json", "1");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        return Files.isReadable(file) ? READABLE_BY_NOBODY : file;
    }

    private static FileSource source(Path file) {
        return new FileSource(file, MAX_BYTES);
    }

    private static void assertRefused(Path path, String why) {
        assertThatIOException()
                .isThrownBy(() -> source(path).fetch())
                .withMessageStartingWith(path + " ")
                .withMessageContaining(why);
    }
}
