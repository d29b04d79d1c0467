package io.snowgate.gateway.state;

import java.util.concurrent.TimeUnit;

/** A point in time by both clocks: the wall's, to be shown, and the steady one's, to reckon ages by. */
record Moment(long epochMillis, long nanos) {

    /** How long ago this was at {@code now}: it grows evenly, whatever the wall clock does. */
    long ageMillis(Moment now) {
        return TimeUnit.NANOSECONDS.toMillis(Math.max(0, now.nanos - nanos));
    }

    long ageSeconds(Moment now) {
        return TimeUnit.MILLISECONDS.toSeconds(ageMillis(now));
    }

    /** The second in which this lies, counted from 1970. */
    long epochSecond() {
        return Math.floorDiv(epochMillis, 1_000);
    }
}
