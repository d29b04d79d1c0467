package io.snowgate.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What is written into memory, where no writing fails. */
final class Octets {

    private static final int USUAL_BYTES = 64;

    private Octets() {}

    /** Writes something. */
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] of(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
