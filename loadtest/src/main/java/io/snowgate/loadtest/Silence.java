package io.snowgate.loadtest;

/** The longest time without an answer, heard of by several threads. */
final class Silence {

    private long lastNanos;
    private long longestNanos;
    private long answers;

    /** From now on; what was before does not count. */
    synchronized void begin(long nowNanos) {
        lastNanos = nowNanos;
        longestNanos = 0;
        answers = 0;
    }

    /** Counts answers from none; the longest time stays. */
    synchronized void recount() {
        answers = 0;
    }

    /** Somebody was answered. Threads may come in another order than their answers did. */
    synchronized void end(long nowNanos) {
        if (nowNanos > lastNanos) {
            longestNanos = Math.max(longestNanos, nowNanos - lastNanos);
            lastNanos = nowNanos;
        }
        answers++;
        notifyAll();
    }

    /** Waits until so many have been counted, and says whether they were. */
    synchronized boolean awaitAnswers(long count, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; answers < count && left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        return answers >= count;
    }

    synchronized long longestNanos() {
        return longestNanos;
    }
}
