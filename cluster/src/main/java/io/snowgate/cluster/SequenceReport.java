package io.snowgate.cluster;

import org.jspecify.annotations.Nullable;

/**
 * How far a sequence is, as the log has it.
 *
 * @param next the value that the log gives next; 1 when nobody has used the sequence
 * @param reserved how many values gateways have reserved, ahead of need
 * @param strict how many values were claimed one request at a time
 * @param skipped how many values resets have passed over
 * @param lost how many of the reserved values gateways have reported to be lost
 * @param held how many of the reserved values this gateway still has
 * @param refusal why there is no report; the numbers then mean nothing
 */
public record SequenceReport(
        String name,
        long next,
        long reserved,
        long strict,
        long skipped,
        long lost,
        long held,
        @Nullable Refusal refusal) {}
