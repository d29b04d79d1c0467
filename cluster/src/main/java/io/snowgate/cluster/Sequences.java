package io.snowgate.cluster;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Named sequences of numbers from 1 upwards. No value is given twice, by whomever.
 *
 * <p>In fast order each gateway reserves ranges ahead of need and answers from memory: values of one gateway rise, those
 * of several interleave, and what was reserved and not used is a gap. In strict order every claim goes through the log:
 * values rise in real time over the whole cluster.
 *
 * <p>Any thread; nothing here waits. Stages never fail exceptionally, and complete on a thread of the cluster, which must
 * not be made to wait.
 */
public interface Sequences {

    /** The longest name. */
    int MAX_NAME_LENGTH = 128;

    /** The longest idempotency key. */
    int MAX_KEY_LENGTH = 128;

    /** The most values of one claim. */
    long MAX_COUNT = 1_000_000_000;

    /**
     * Claims from what is reserved here.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @return a range, or null when {@link #claim} has to ask the log first
     * @throws IllegalArgumentException for a count out of range
     */
    @Nullable
    Range tryClaim(String name, long count);

    /** Claims in fast order: from what is reserved here, or else when more has been. */
    CompletionStage<SequenceResult> claim(String name, long count);

    /**
     * Claims in strict order, through the log.
     *
     * @param idempotencyKey 1 to {@link #MAX_KEY_LENGTH} characters, or null. Who asks again with the same key for the
     *     same sequence gets the same range, as long as it is remembered: for the last hundred thousand keys
     */
    CompletionStage<SequenceResult> claimStrict(String name, long count, @Nullable String idempotencyKey);

    /** How far a sequence is, as the log has it; a refusal for one that nobody has used. */
    CompletionStage<SequenceReport> report(String name);

    /**
     * Lets a sequence go on at {@code next}, which must not lie behind. Gateways may still hand out what they have
     * reserved below.
     *
     * @return the range that was passed over, or a refusal; a range of the one value before {@code next} when none was
     */
    CompletionStage<SequenceResult> resetForward(String name, long next);

    /** Whether a name is 1..{@value #MAX_NAME_LENGTH} of {@code A-Za-z0-9._-}. */
    static boolean isName(String name) {
        int length = name.length();
        if (length < 1 || length > MAX_NAME_LENGTH) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (!isNameCharacter(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }
}
