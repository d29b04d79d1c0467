package io.snowgate.faults;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Raft logs of a member that does not run, as files to be spoilt. */
final class Logs {

    private Logs() {}

    /** Takes the last octets of every log that is being written; what is reserved behind them is zeros, and goes too. */
    static void tear(Path directory, int bytes) throws IOException {
        for (Path log : open(directory)) {
            byte[] octets = Files.readAllBytes(log);
            int rest = Math.max(0, end(octets) - bytes);
            Files.write(log, java.util.Arrays.copyOf(octets, rest));
        }
    }

    /** Changes one octet in the middle of what is written of every log. */
    static void flip(Path directory) throws IOException {
        for (Path log : open(directory)) {
            byte[] octets = Files.readAllBytes(log);
            octets[end(octets) / 2] ^= 0x20;
            Files.write(log, octets);
        }
    }

    static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static List<Path> open(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> logs = files.filter(file -> file.getFileName().toString().startsWith("log_inprogress_"))
                    .sorted()
                    .toList();
            if (logs.isEmpty()) {
                throw new IOException("no log in " + directory);
            }
            return new ArrayList<>(logs);
        }
    }

    private static int end(byte[] octets) {
        int end = octets.length;
        while (end > 0 && octets[end - 1] == 0) {
            end--;
        }
        return end;
    }
}
