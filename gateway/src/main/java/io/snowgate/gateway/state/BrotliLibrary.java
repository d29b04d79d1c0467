package io.snowgate.gateway.state;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The native library behind br. Brotli4j unpacks it into a new directory at each start and takes that away only when the
 * process ends in peace; here it is gone once the library is loaded, which needs its file no longer.
 */
final class BrotliLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(BrotliLibrary.class);
    private static final String DIRECTORY_PROPERTY = "com.aayushatharva.brotli4j.native.workdir";

    private BrotliLibrary() {}

    /**
     * Loads it, at the first call in this process.
     *
     * @throws UnsatisfiedLinkError when there is none for this machine
     */
    static void load() {
        if (System.getProperty(DIRECTORY_PROPERTY) != null) {
            Brotli4jLoader.ensureAvailability();
            return;
        }
        Path directory = newDirectory();
        try {
            loadFrom(directory);
        } finally {
            delete(directory);
        }
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("snowgate-br-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void loadFrom(Path directory) {
        System.setProperty(DIRECTORY_PROPERTY, directory.toString());
        try {
            Brotli4jLoader.ensureAvailability();
        } finally {
            System.clearProperty(DIRECTORY_PROPERTY);
        }
    }

    private static void delete(Path directory) {
        try {
            for (Path each : deepestFirst(directory)) {
                Files.delete(each);
            }
        } catch (IOException e) {
            LOG.debug("{} stays until the end", directory, e);
        }
    }

    private static List<Path> deepestFirst(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
