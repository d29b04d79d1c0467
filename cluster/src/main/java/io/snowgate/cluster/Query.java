package io.snowgate.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What can be asked of a member without the log: a kind, and what belongs to it. */
sealed interface Query {

    /** How far a sequence is. */
    record Report(String name) implements Query {}

    /** Timestamps from the leader's memory. */
    record Claim(int count) implements Query {}

    /** {@link Directory}. */
    record Known() implements Query {}

    static byte[] encode(Query query) {
        return switch (query) {
            case Report report -> {
                byte[] name = report.name().getBytes(StandardCharsets.UTF_8);
                yield ByteBuffer.allocate(1 + name.length)
                        .put((byte) 1)
                        .put(name)
                        .array();
            }
            case Claim claim ->
                ByteBuffer.allocate(5).put((byte) 2).putInt(claim.count()).array();
            case Known known -> new byte[] {3};
        };
    }

    /** The query, or null for what is none. */
    static @Nullable Query decode(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > 1 + Sequences.MAX_NAME_LENGTH) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return switch (in.get()) {
            case 1 -> new Report(StandardCharsets.UTF_8.decode(in).toString());
            case 2 -> in.remaining() == Integer.BYTES ? new Claim(in.getInt()) : null;
            case 3 -> in.hasRemaining() ? null : new Known();
            default -> null;
        };
    }
}
