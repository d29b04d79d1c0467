package io.snowgate.cluster;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Commands as octets: a version, a kind, and the fields in order. What is not exactly that is no command, and every
 * member comes to the same conclusion about it.
 */
final class CommandCodec {

    /** Longer than any command. */
    static final int MAX_BYTES = 1024;

    private static final int VERSION = 1;

    private static final int OPEN = 1;
    private static final int ANNOUNCE = 2;
    private static final int RAISE_BOUND = 3;
    private static final int RESERVE = 4;
    private static final int RESET_FORWARD = 5;
    private static final int ACQUIRE_LEASE = 6;
    private static final int RENEW_LEASE = 7;
    private static final int RELEASE_LEASE = 8;
    private static final int EXPIRE_LEASE = 9;
    private static final int ROTATE_KEY = 10;

    private CommandCodec() {}

    static byte[] encode(Command command) {
        return Octets.of(out -> {
            out.writeByte(VERSION);
            write(command, out);
        });
    }

    /** The command, or null for what is none. */
    static @Nullable Command decode(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Command command = in.readByte() == VERSION ? read(in) : null;
            return in.available() == 0 ? command : null;
        } catch (IOException garbage) {
            return null;
        }
    }

    private static void write(Command command, DataOutputStream out) throws IOException {
        switch (command) {
            case Command.Open open -> out.writeByte(OPEN);
            case Command.Announce announce -> {
                out.writeByte(ANNOUNCE);
                out.writeUTF(announce.member());
                out.writeUTF(announce.publicAddress());
            }
            case Command.RaiseBound raise -> {
                out.writeByte(RAISE_BOUND);
                out.writeLong(raise.term());
                out.writeLong(raise.expected());
                out.writeLong(raise.bound());
                out.writeLong(raise.leaseNanos());
            }
            case Command.Reserve reserve -> {
                out.writeByte(RESERVE);
                out.writeUTF(reserve.name());
                out.writeLong(reserve.count());
                out.writeBoolean(reserve.isStrict());
                out.writeUTF(reserve.key());
                out.writeLong(reserve.lost());
            }
            case Command.ResetForward reset -> {
                out.writeByte(RESET_FORWARD);
                out.writeUTF(reset.name());
                out.writeLong(reset.next());
            }
            case Command.AcquireLease acquire -> {
                out.writeByte(ACQUIRE_LEASE);
                out.writeUTF(acquire.holder());
                out.writeInt(acquire.workers());
                out.writeLong(acquire.lengthMillis());
                out.writeLong(acquire.issueBefore());
            }
            case Command.RenewLease renew -> {
                out.writeByte(RENEW_LEASE);
                writeLease(renew.worker(), renew.epoch(), renew.issueBefore(), out);
            }
            case Command.ReleaseLease release -> {
                out.writeByte(RELEASE_LEASE);
                writeLease(release.worker(), release.epoch(), release.issueBefore(), out);
            }
            case Command.ExpireLease expire -> {
                out.writeByte(EXPIRE_LEASE);
                out.writeLong(expire.term());
                writeLease(expire.worker(), expire.epoch(), expire.renewals(), out);
            }
            case Command.RotateKey rotate -> {
                out.writeByte(ROTATE_KEY);
                out.writeLong(rotate.expectedGeneration());
                out.writeShort(rotate.material().length);
                out.write(rotate.material());
            }
        }
    }

    private static void writeLease(int worker, long epoch, long third, DataOutputStream out) throws IOException {
        out.writeInt(worker);
        out.writeLong(epoch);
        out.writeLong(third);
    }

    private static @Nullable Command read(DataInputStream in) throws IOException {
        return switch (in.readByte()) {
            case OPEN -> new Command.Open();
            case ANNOUNCE -> new Command.Announce(in.readUTF(), in.readUTF());
            case RAISE_BOUND -> new Command.RaiseBound(in.readLong(), in.readLong(), in.readLong(), in.readLong());
            case RESERVE ->
                new Command.Reserve(in.readUTF(), in.readLong(), in.readBoolean(), in.readUTF(), in.readLong());
            case RESET_FORWARD -> new Command.ResetForward(in.readUTF(), in.readLong());
            case ACQUIRE_LEASE -> new Command.AcquireLease(in.readUTF(), in.readInt(), in.readLong(), in.readLong());
            case RENEW_LEASE -> new Command.RenewLease(in.readInt(), in.readLong(), in.readLong());
            case RELEASE_LEASE -> new Command.ReleaseLease(in.readInt(), in.readLong(), in.readLong());
            case EXPIRE_LEASE -> new Command.ExpireLease(in.readLong(), in.readInt(), in.readLong(), in.readLong());
            case ROTATE_KEY -> new Command.RotateKey(in.readLong(), readMaterial(in));
            default -> null;
        };
    }

    private static byte[] readMaterial(DataInputStream in) throws IOException {
        byte[] material = new byte[Math.min(in.readUnsignedShort(), MAX_BYTES)];
        in.readFully(material);
        return material;
    }
}
