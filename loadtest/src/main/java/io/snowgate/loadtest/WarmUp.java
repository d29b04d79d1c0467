package io.snowgate.loadtest;

/** How long to warm up a server whose speed grows while it runs: for as long as a request takes less and less CPU. */
final class WarmUp {

    static final int MOST_SECONDS = 90;

    /** Of the best window's CPU per request; two windows of a warm server differ by less. */
    private static final double STILL_GAINING = 0.95;

    /** One or two without a gain may have met the machine in a bad mood. */
    private static final int WINDOWS_WITHOUT_GAIN = 3;

    private final int laterSeconds;
    private int seconds;
    private int spentSeconds;
    private int withoutGain;
    private double best = Double.POSITIVE_INFINITY;

    WarmUp(int firstSeconds, int laterSeconds) {
        this.laterSeconds = laterSeconds;
        this.seconds = firstSeconds;
    }

    /** The length of the next window. */
    int seconds() {
        return seconds;
    }

    /** Whether another window is needed after one in which a request took so much. */
    boolean goesOn(double cpuMicros) {
        spentSeconds += seconds;
        seconds = laterSeconds;
        withoutGain = cpuMicros < STILL_GAINING * best ? 0 : withoutGain + 1;
        best = Math.min(best, cpuMicros);
        return withoutGain < WINDOWS_WITHOUT_GAIN && spentSeconds + seconds <= MOST_SECONDS;
    }
}
