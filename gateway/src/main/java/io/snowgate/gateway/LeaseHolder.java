package io.snowgate.gateway;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * The name by which a gateway that is no member leases its worker id: drawn once, and kept in DATA-DIR/worker/holder, so
 * that it gets the same worker id after a restart when that is free.
 */
final class LeaseHolder {

    private LeaseHolder() {}

    static String in(Path dataDir) throws IOException {
        Path file = PrivateDirectory.in(dataDir, "worker").resolve("holder");
        try {
            Files.writeString(file, "gateway-" + UUID.randomUUID(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException kept) {
            // the one of an earlier start
        }
        return Files.readString(file).strip();
    }
}
