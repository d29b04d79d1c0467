package io.snowgate.gateway.tls;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** Files and directories that are born for their owner alone, so that a key is never readable by others for a moment. */
final class OwnerOnly {

    private OwnerOnly() {}

    static void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, ownerOnly("rwx------"));
    }

    /** Nothing happens when it is there, also when another process makes it in this moment. */
    static void createDirectoryOnce(Path directory) throws IOException {
        Files.createDirectories(directory, ownerOnly("rwx------"));
    }

    /** @param creation whether there may be one already */
    static FileChannel create(Path file, StandardOpenOption creation) throws IOException {
        Set<OpenOption> options = Set.of(creation, StandardOpenOption.WRITE);
        return FileChannel.open(file, options, ownerOnly("rw-------"));
    }

    /** In one piece or not at all, in the place of what is there. */
    static void replace(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
        try {
            create(draft, StandardOpenOption.CREATE_NEW).close();
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Where files have such modes; elsewhere the directory of the user's profile is private already. */
    private static FileAttribute<?>[] ownerOnly(String mode) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
