package io.snowgate.gateway.state;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes of what a source gave what is served: within the limit, JSON, cut to the part that is wanted. Keeps its last
 * verdict, good or bad, for a source that says that nothing has changed since. One thread at a time.
 */
final class Intake {

    private final int maxSizeBytes;
    private final Transform transform;

    /** Given, and not judged to the end: memory may have run out. */
    private byte @Nullable [] unjudged;

    private @Nullable Content accepted;
    private String refused = "nothing was fetched yet";

    Intake(StateOptions options) {
        if (options.maxSizeBytes() < 1) {
            throw new IllegalArgumentException("size limit must be at least 1 byte: " + options.maxSizeBytes());
        }
        this.maxSizeBytes = options.maxSizeBytes();
        this.transform = new Transform(options.select(), options.omit(), options.minify());
    }

    /**
     * What is served of {@code fetched}; null stands for what was given the last time.
     *
     * @throws IOException when that cannot be served; the message says why
     */
    Content take(byte @Nullable [] fetched) throws IOException {
        unjudged = fetched == null ? unjudged : fetched;
        if (unjudged != null) {
            judge(unjudged);
            unjudged = null;
        }
        if (accepted == null) {
            throw new IOException(refused);
        }
        return accepted;
    }

    private void judge(byte[] bytes) {
        accepted = null;
        try {
            accepted = Content.of(transform.apply(checked(bytes)));
        } catch (IOException e) {
            refused = String.valueOf(e.getMessage());
        }
    }

    private byte[] checked(byte[] bytes) throws IOException {
        if (bytes.length > maxSizeBytes) {
            throw new IOException(bytes.length + " bytes, more than the limit of " + maxSizeBytes);
        }
        String fault = JsonCheck.fault(bytes);
        if (fault != null) {
            throw new IOException("not valid JSON: " + fault);
        }
        return bytes;
    }
}
