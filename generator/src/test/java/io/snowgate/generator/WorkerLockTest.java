package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Case 99, with real processes: another JVM runs {@link #main} and says what it got. */
@Timeout(60)
final class WorkerLockTest {

    @TempDir
    private Path directory;

    /** Takes the lock, says so, and keeps it until its input ends. */
    public static void main(String[] arguments) throws IOException {
        try (WorkerLock lock = WorkerLock.acquire(Path.of(arguments[0]), Integer.parseInt(arguments[1]))) {
            System.out.println("locked " + (lock != null));
            System.in.read();
        } catch (IOException refused) {
            System.out.println(refused.getMessage());
        }
    }

    @Test
    void anotherProcessIsRefusedAndToldWhoHoldsIt() throws Exception {
        try (WorkerLock lock = WorkerLock.acquire(directory, 5)) {
            assertThat(lock).isNotNull();
            assertThat(whatAnotherProcessGets(5))
                    .startsWith("worker id 5 is in use by process "
                            + ProcessHandle.current().pid() + ", started 20")
                    .contains("worker-5.lock")
                    .endsWith("; stop it, or take another worker id");
        }
        assertThat(whatAnotherProcessGets(5)).isEqualTo("locked true");
    }

    @Test
    void anotherWorkerIdIsFree() throws Exception {
        try (WorkerLock lock = WorkerLock.acquire(directory, 5)) {
            assertThat(lock).isNotNull();
            assertThat(whatAnotherProcessGets(6)).isEqualTo("locked true");
        }
    }

    @Test
    void theLockEndsWithItsProcessHoweverThatEnds() throws Exception {
        Process other = start(5);
        assertThat(firstLine(other)).isEqualTo("locked true");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> WorkerLock.acquire(directory, 5))
                .withMessageContaining("worker id 5 is in use by process " + other.pid());
        other.destroyForcibly().waitFor();
        assertThatNoException()
                .isThrownBy(() -> WorkerLock.acquire(directory, 5).close());
    }

    /** POSIX would give the lock up as soon as this process closed the file a second time. */
    @Test
    void aSecondAttemptInThisProcessIsRefusedAndDoesNotBreakTheFirst() throws Exception {
        try (WorkerLock lock = WorkerLock.acquire(directory, 5)) {
            assertThat(lock).isNotNull();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> WorkerLock.acquire(directory, 5))
                    .withMessage("worker id 5 is in use by this process already ("
                            + directory.toRealPath().resolve("worker-5.lock") + ")");
            assertThat(whatAnotherProcessGets(5)).startsWith("worker id 5 is in use by process");
        }
        WorkerLock.acquire(directory, 5).close();
    }

    @Test
    void aSymbolicLinkToTheDirectoryIsTheSameDirectory() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        try (WorkerLock lock = WorkerLock.acquire(real, 5)) {
            assertThat(lock).isNotNull();
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> WorkerLock.acquire(link, 5));
        }
    }

    @Test
    void aFileLeftBehindIsNoLock() throws IOException {
        Files.writeString(directory.resolve("worker-5.lock"), "process 1, started long ago\n");
        assertThatNoException()
                .isThrownBy(() -> WorkerLock.acquire(directory, 5).close());
    }

    @Test
    void aDirectoryThatIsNotThereIsRefusedAndLeavesNoTrace() throws IOException {
        Path later = directory.resolve("later");
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> WorkerLock.acquire(later, 5));
        Files.createDirectory(later);
        assertThatNoException().isThrownBy(() -> WorkerLock.acquire(later, 5).close());
    }

    private String whatAnotherProcessGets(int workerId) throws Exception {
        Process other = start(workerId);
        String line = firstLine(other);
        other.getOutputStream().close();
        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return line;
    }

    private Process start(int workerId) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerLockTest.class.getName(),
                        directory.toString(),
                        Integer.toString(workerId))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String firstLine(Process process) throws IOException {
        return process.inputReader(StandardCharsets.UTF_8).readLine();
    }
}
