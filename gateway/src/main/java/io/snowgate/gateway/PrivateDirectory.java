package io.snowgate.gateway;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Directories of this user alone, made where they are missing. Any thread. */
final class PrivateDirectory {

    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private PrivateDirectory() {}

    /** {@code name} in {@code parent}, for its owner only; the parent is made too. */
    static Path in(Path parent, String name) throws IOException {
        try {
            return make(Files.createDirectories(parent.toAbsolutePath()).resolve(name));
        } catch (FileSystemException e) {
            throw new IOException("cannot write in " + parent + " (" + e + "); name another directory", e);
        }
    }

    /**
     * One for this user in the directory for temporary files, where everybody may write: one that somebody else has laid
     * out there is refused.
     */
    static Path temporary() throws IOException {
        String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
        Path directory = make(Path.of(System.getProperty("java.io.tmpdir"), "snowgate-" + user));
        if (IS_POSIX && !isOurs(directory)) {
            throw new IOException(directory + " is not a directory of this user alone: remove it,"
                    + " or name another --set worker-lock-dir");
        }
        return directory;
    }

    private static Path make(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            try {
                Files.createDirectory(directory, ownerOnly());
            } catch (FileAlreadyExistsException e) {
                requireDirectory(directory, e);
            }
        }
        return directory;
    }

    /** Another process may have been faster. */
    private static void requireDirectory(Path directory, FileAlreadyExistsException e) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw e;
        }
    }

    private static boolean isOurs(Path directory) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS);
        return !Files.isSymbolicLink(directory)
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE)
                && isOwned(directory);
    }

    /** Owned by whoever owns what we make in it. */
    private static boolean isOwned(Path directory) throws IOException {
        Path probe;
        try {
            probe = Files.createTempFile(directory, "owner", null);
        } catch (AccessDeniedException somebodyElses) {
            return false;
        }
        try {
            return Objects.equals(Files.getOwner(directory), Files.getOwner(probe));
        } finally {
            Files.delete(probe);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        return IS_POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }
}
