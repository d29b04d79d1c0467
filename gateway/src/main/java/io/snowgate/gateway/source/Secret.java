package io.snowgate.gateway.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A password that was given, or the file that it is read from each time it is needed, so that it can be changed while
 * connections are made anew. Never shows what it holds.
 */
final class Secret {

    static final String FILE_OPTION = "password-file";

    private static final int MAX_BYTES = 4_096;

    private final @Nullable String given;
    private final @Nullable Path file;

    private Secret(@Nullable String given, @Nullable Path file) {
        this.given = given;
        this.file = file;
    }

    /** What {@code url} says; null when it names no password. */
    static @Nullable Secret of(SourceUrl url) {
        String password = url.password();
        Secret fromFile = inFile(url, FILE_OPTION);
        if (password != null && fromFile != null) {
            throw new SpecFailure("a URL with a password or " + FILE_OPTION + ", not both");
        }
        return password == null ? fromFile : new Secret(password, null);
    }

    /** In the file that the parameter {@code option} names; null when there is none. */
    static @Nullable Secret inFile(SourceUrl url, String option) {
        String name = url.option(option);
        return name == null ? null : new Secret(null, path(option, name));
    }

    static Path path(String option, String name) {
        try {
            if (!name.isBlank()) {
                return Path.of(name);
            }
        } catch (InvalidPathException e) {
            // said below
        }
        throw new SpecFailure("a URL with the path of a file as " + option);
    }

    /** The password as it is now, without the line break at the end of the file. */
    String read() throws IOException {
        return given != null ? given : readFile();
    }

    private String readFile() throws IOException {
        Path path = Objects.requireNonNull(file);
        if (!Files.isRegularFile(path) || Files.size(path) > MAX_BYTES) {
            throw new IOException(FILE_OPTION + " " + path + " must be a file of at most " + MAX_BYTES + " bytes");
        }
        return Files.readString(path).replaceFirst("\\R$", "");
    }

    @Override
    public String toString() {
        return "***";
    }
}
