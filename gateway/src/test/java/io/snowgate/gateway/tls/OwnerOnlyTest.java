package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {

    private static final int AT_ONCE = 4;
    private static final int ROUNDS = 500;

    @TempDir
    private Path parent;

    @Test
    void isOneDirectoryForAllWhoMakeItAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(AT_ONCE);
        Queue<IOException> failures = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            Callable<Void> one = () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    together.await();
                    try {
                        OwnerOnly.createDirectoryOnce(parent.resolve("d" + round));
                    } catch (IOException e) {
                        failures.add(e);
                    }
                }
                return null;
            };
            for (Future<Void> done : threads.invokeAll(Collections.nCopies(AT_ONCE, one))) {
                done.get();
            }
        }
        assertThat(failures).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent.resolve("d0"))))
                .isEqualTo("rwx------");
    }

    @Test
    void leavesADirectoryAsItIs() throws Exception {
        Files.writeString(parent.resolve("kept"), "content");
        OwnerOnly.createDirectoryOnce(parent);
        assertThat(List.of(parent.toFile().list())).containsExactly("kept");
    }

    @Test
    void refusesAFileInItsPlace() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        assertThatThrownBy(() -> OwnerOnly.createDirectoryOnce(file)).isInstanceOf(FileAlreadyExistsException.class);
    }
}
