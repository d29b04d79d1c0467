package io.snowgate.cluster;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** Replies as octets: what a peer of the same version understands. */
final class ReplyCodec {

    private static final String DONE = "";
    private static final int MAX_VALUES = 16;

    private ReplyCodec() {}

    static byte[] encode(Reply reply) {
        return Octets.of(out -> {
            Refusal.Reason reason = reply.reason();
            out.writeUTF(reason == null ? DONE : reason.name());
            out.writeUTF(reply.message());
            out.writeByte(reply.values().length);
            for (long value : reply.values()) {
                out.writeLong(value);
            }
        });
    }

    static Reply decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String reason = in.readUTF();
            String message = in.readUTF();
            long[] values = new long[Math.min(in.readUnsignedByte(), MAX_VALUES)];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readLong();
            }
            return reason.equals(DONE) ? Reply.of(values) : Reply.refused(reasonOf(reason), message);
        } catch (IOException e) {
            return Reply.refused(
                    Refusal.Reason.UNAVAILABLE, "a member answered what cannot be read: " + e.getMessage());
        }
    }

    private static Refusal.Reason reasonOf(String name) {
        for (Refusal.Reason reason : Refusal.Reason.values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return Refusal.Reason.UNAVAILABLE;
    }
}
