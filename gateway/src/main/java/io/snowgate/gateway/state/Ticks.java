package io.snowgate.gateway.state;

/** Moments that lie on whole multiples of an interval, reckoned from 1970. */
final class Ticks {

    static final long SECOND_MILLIS = 1_000;

    private Ticks() {}

    /** From {@code nowMillis} to the next whole multiple after it: 1 to {@code intervalMillis}. */
    static long millisToNext(long nowMillis, long intervalMillis) {
        return intervalMillis - Math.floorMod(nowMillis, intervalMillis);
    }
}
