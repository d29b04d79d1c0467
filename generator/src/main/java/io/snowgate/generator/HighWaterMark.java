package io.snowgate.generator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.zip.CRC32C;

/**
 * What the file of a {@link ReservedWindow} says: no ID of this worker was issued in {@code reservedTick} or later.
 *
 * <pre>
 *   snowgate high-water mark 1
 *   worker 5
 *   layout time 41, datacenter 5, worker 5, sequence 12, tick 1 ms, epoch 2010-11-04T01:42:54.657Z
 *   reserved until tick 506891122345 (2026-11-21T00:31:37.002Z)
 *   crc32c 1a2b3c4d
 * </pre>
 *
 * <p>Text, so that whoever has to decide about a damaged one can read it; five lines, each ended, the last one over all
 * bytes before it.
 */
record HighWaterMark(SnowflakeLayout layout, int workerId, long reservedTick) {

    private static final String MAGIC = "snowgate high-water mark 1\n";
    private static final String RESERVED = "reserved until tick ";
    private static final String CHECKSUM = "crc32c ";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 8 + 1;
    private static final long MAX_BYTES = 1_024;

    byte[] toBytes() {
        String text = head(layout, workerId) + RESERVED + reservedTick + " (" + instant() + ")\n";
        return (text + checksum(text)).getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads a mark and refuses whatever is not a whole one of this worker and layout, with advice. */
    static HighWaterMark read(Path file, SnowflakeLayout layout, int workerId) throws IOException {
        String text = requireWhole(file);
        String head = head(layout, workerId);
        if (!text.startsWith(head)) {
            throw refusal(file, "is of another worker or layout than worker " + workerId + ", " + layout);
        }
        String tick =
                text.substring(head.length() + RESERVED.length(), text.indexOf(' ', head.length() + RESERVED.length()));
        return new HighWaterMark(layout, workerId, requireTick(file, tick, layout));
    }

    private static String requireWhole(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw refusal(file, "is damaged: " + Files.size(file) + " bytes are too many");
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        int end = text.length() - CHECKSUM_LENGTH;
        if (end < 0 || !text.substring(end).equals(checksum(text.substring(0, end)))) {
            throw refusal(file, "is damaged: " + text.length() + " bytes that do not add up");
        }
        if (!text.startsWith(MAGIC)) {
            throw refusal(file, "is of another version");
        }
        return text;
    }

    private static long requireTick(Path file, String text, SnowflakeLayout layout) throws IOException {
        long tick = TextForm.SIGNED.parse(text);
        if (tick < 0 || tick > layout.maxTick() + 1) {
            throw refusal(file, "is damaged: the layout has no tick " + tick);
        }
        return tick;
    }

    private static IOException refusal(Path file, String fault) {
        return new IOException(
                file + " " + fault + ". It keeps this worker from issuing IDs twice. If you are sure that"
                        + " the clock has passed the last ID this worker has issued, move the file away; if not, take a worker id"
                        + " that was never used");
    }

    private static String head(SnowflakeLayout layout, int workerId) {
        return MAGIC + "worker " + workerId + "\nlayout " + layout + "\n";
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return CHECKSUM + TextForm.HEX.format(crc.getValue()).substring(8) + "\n";
    }

    private Instant instant() {
        return Instant.ofEpochMilli(layout.millisAt(layout.firstPositionOf(reservedTick)));
    }
}
