package io.snowgate.faults;

import java.util.List;

/**
 * The values from 1 to the highest that was answered, and who got them.
 *
 * @param highest that was answered
 * @param answered how many were
 * @param unanswered how many were asked for by requests that were sent and not answered: they may have been granted all the
 *     same
 */
record Gaps(long highest, long answered, long unanswered) {

    static Gaps of(Kind kind, List<Operation> history) {
        long highest = 0;
        long answered = 0;
        long unanswered = 0;
        for (Operation one : history) {
            if (one.kind() == kind && one.isAnswered()) {
                highest = Math.max(highest, one.highest());
                answered += one.size();
            } else if (one.kind() == kind && !one.isNeverSent()) {
                unanswered += one.count();
            }
        }
        return new Gaps(highest, answered, unanswered);
    }

    /** How many nobody got. */
    long missing() {
        return highest - answered;
    }

    /** How many of those were not even asked for. */
    long unexplained() {
        return Math.max(0, missing() - unanswered);
    }

    @Override
    public String toString() {
        return "1-" + highest + ", " + missing() + " missing, " + unanswered + " asked for without an answer";
    }
}
