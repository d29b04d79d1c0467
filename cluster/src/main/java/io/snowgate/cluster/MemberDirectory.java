package io.snowgate.cluster;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Properties;

/**
 * Where a member keeps its logs: only its owner may look in, because ticket keys are among them, and a file says whose it
 * is, so that nobody starts with the logs of another.
 */
final class MemberDirectory {

    private static final String MARK = "member.properties";

    private MemberDirectory() {}

    /**
     * The directory for Ratis, made if need be.
     *
     * @throws IOException when it is another member's, with a message that says whose
     */
    static Path open(ClusterOptions options) throws IOException {
        Path directory = Objects.requireNonNull(options.directory());
        Files.createDirectories(directory);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        String wanted =
                "cluster=%s%nmember=%s%ngroups=%d%n".formatted(options.clusterId(), options.self(), options.groups());
        Path mark = directory.resolve(MARK);
        if (Files.exists(mark)) {
            requireSame(directory, parse(Files.readString(mark)), parse(wanted));
        } else {
            Files.writeString(mark, wanted);
        }
        return directory.resolve("raft");
    }

    private static void requireSame(Path directory, Properties found, Properties wanted) throws IOException {
        if (!found.equals(wanted)) {
            throw new IOException(directory + " is the directory of " + found + ", not of " + wanted
                    + "; take another directory, or start what belongs to it");
        }
    }

    private static Properties parse(String text) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return properties;
    }
}
