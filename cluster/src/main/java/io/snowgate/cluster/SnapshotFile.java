package io.snowgate.cluster;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * A snapshot of the state on disk: the state's octets, and behind them their CRC-32C. Written beside itself, synced and
 * moved, so that there is a whole one or none; what does not fit its checksum is not read.
 */
final class SnapshotFile {

    private static final int MAGIC = 0x534E4F57;

    private SnapshotFile() {}

    static void write(Path file, AllocatorState state) throws IOException {
        byte[] octets = state.toBytes();
        ByteBuffer content = ByteBuffer.allocate(Integer.BYTES + octets.length + Integer.BYTES);
        content.putInt(MAGIC).put(octets).putInt(checksum(octets)).flip();
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The state of a snapshot; an exception when it is damaged, or cannot be read. */
    static AllocatorState read(Path file, int maxSequences) throws IOException {
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
        if (content.remaining() < 2 * Integer.BYTES || content.getInt() != MAGIC) {
            throw new IOException(file + " is no snapshot");
        }
        byte[] octets = new byte[content.remaining() - Integer.BYTES];
        content.get(octets);
        if (content.getInt() != checksum(octets)) {
            throw new IOException(file + " is damaged: its checksum does not fit");
        }
        return AllocatorState.read(new DataInputStream(new ByteArrayInputStream(octets)), maxSequences);
    }

    private static int checksum(byte[] octets) {
        CRC32C crc = new CRC32C();
        crc.update(octets);
        return (int) crc.getValue();
    }
}
