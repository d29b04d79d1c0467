package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** What a run writes and takes away at its end: certificate, documents, logs. */
final class Scratch implements AutoCloseable {

    private final Path directory;

    private Scratch(Path directory) {
        this.directory = directory;
    }

    static Scratch make(Path jdk) throws IOException, InterruptedException, Failure {
        Scratch scratch = new Scratch(Files.createTempDirectory("snowgate-loadtest"));
        Keytool.makeCertificate(jdk, scratch.directory);
        byte[] document = Document.text().getBytes(StandardCharsets.US_ASCII);
        Files.write(scratch.document(), document);
        try (GZIPOutputStream gzip = new BestGzip(scratch.documentGzip())) {
            gzip.write(document);
        }
        return scratch;
    }

    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(Path file) throws IOException {
            super(Files.newOutputStream(file));
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    Path certificate() {
        return directory.resolve("cert.pem");
    }

    Path key() {
        return directory.resolve("key.pem");
    }

    Path document() {
        return directory.resolve("state.json");
    }

    Path documentGzip() {
        return directory.resolve("state.json.gz");
    }

    /** A directory of somebody's own, made when it is first asked for. */
    Path directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
