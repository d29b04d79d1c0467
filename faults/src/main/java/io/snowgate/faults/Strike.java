package io.snowgate.faults;

import java.util.List;
import java.util.OptionalLong;

/**
 * Between the moment at which something was broken and the one at which everybody served again.
 *
 * @param beginNanos on the clock of {@link System#nanoTime}
 */
record Strike(long beginNanos, long endNanos) {

    /**
     * The longest time meanwhile without a timestamp for anybody.
     *
     * @param answeredNanos when timestamps were answered, rising
     */
    OptionalLong silenceNanos(List<Long> answeredNanos) {
        long longest = -1;
        for (int i = 1; i < answeredNanos.size(); i++) {
            long from = answeredNanos.get(i - 1);
            long to = answeredNanos.get(i);
            if (to >= beginNanos && from <= endNanos) {
                longest = Math.max(longest, to - from);
            }
        }
        return longest < 0 ? OptionalLong.empty() : OptionalLong.of(longest);
    }
}
