package io.snowgate.cluster;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a command or a query comes back with: numbers, or a refusal.
 *
 * @param reason null when it was done
 * @param message for a human when it was not; empty when it was
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are its own
record Reply(Refusal.@Nullable Reason reason, String message, long... values) {

    static Reply of(long... values) {
        return new Reply(null, "", values);
    }

    static Reply refused(Refusal.Reason reason, String message) {
        return new Reply(reason, message);
    }

    boolean isDone() {
        return reason == null;
    }

    /** The number at this place; 0 where there is none. */
    long value(int index) {
        return index < values.length ? values[index] : 0;
    }

    Refusal toRefusal() {
        return new Refusal(reason == null ? Refusal.Reason.UNAVAILABLE : reason, message);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Reply that
                && reason == that.reason
                && message.equals(that.message)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * message.hashCode() + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return isDone() ? Arrays.toString(values) : reason + ": " + message;
    }
}
