package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What must hold after every history of {@link Simulation}, of which a failure names the seed. */
class AllocatorSimulationTest {

    private static final long MILLIS = 30_000;

    @Test
    void keepsEveryPromiseInAFewHundredHistories() {
        run(new SplittableRandom().nextLong(), 200);
    }

    @Test
    @Tag("slow")
    void keepsEveryPromiseInThousandsOfHistories() {
        run(new SplittableRandom().nextLong(), 10_000);
    }

    @Test
    void findsABoundThatIsNotFencedOnReelection() {
        assertThat(seedsUntilFound(Simulation.Planted.UNFENCED_BOUND)).isLessThan(500);
    }

    @Test
    void findsALeaderThatDoesNotWaitForTheLeaseOfTheOneBefore() {
        assertThat(seedsUntilFound(Simulation.Planted.NO_HANDOVER)).isLessThan(2_000);
    }

    @Test
    void findsALeaderThatWasDeposedAndStillAnswersThoseWhoWait() {
        assertThat(seedsUntilFound(Simulation.Planted.DRAINED_QUEUE)).isLessThan(500);
    }

    @Test
    void findsAWorkerIdWhoseNextHolderDoesNotBeginAboveTheOneBefore() {
        assertThat(seedsUntilFound(Simulation.Planted.UNMARKED_WORKER)).isLessThan(500);
    }

    private static void run(long seed, int histories) {
        int answers = 0;
        int leaders = 0;
        for (int i = 0; i < histories; i++) {
            Simulation simulation = new Simulation(seed + i, Simulation.Planted.NOTHING);
            simulation.run(MILLIS);
            assertThat(wrongs(simulation)).as("seed %d", seed + i).isEmpty();
            answers += simulation.timestamps.size();
            leaders += simulation.leaders;
        }
        assertThat(answers)
                .as("answers, so that this is not about nothing; seed %d", seed)
                .isGreaterThan(histories * 500);
        assertThat(leaders).as("leaders; seed %d", seed).isGreaterThan(histories * 3);
    }

    private static int seedsUntilFound(Simulation.Planted planted) {
        long end = System.nanoTime() + 60_000_000_000L;
        int seed = 0;
        while (System.nanoTime() < end) {
            Simulation simulation = new Simulation(seed++, planted);
            simulation.run(MILLIS);
            if (!wrongs(simulation).isEmpty()) {
                return seed;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static List<String> wrongs(Simulation simulation) {
        List<String> wrongs = new ArrayList<>();
        overlaps("timestamps", simulation.timestamps, wrongs);
        realTime("timestamps", simulation.timestamps, wrongs);
        overlaps("ranges", simulation.ranges, wrongs);
        realTime("ranges", simulation.ranges, wrongs);
        simulation.issued.forEach((worker, ids) -> repeated(worker, ids, wrongs));
        return wrongs;
    }

    private static void overlaps(String what, List<Simulation.Answered> all, List<String> wrongs) {
        List<Simulation.Answered> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingLong(Simulation.Answered::first));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).first() <= sorted.get(i - 1).last()) {
                wrongs.add(what + " twice: " + sorted.get(i - 1) + ", " + sorted.get(i));
            }
        }
    }

    /** Whatever was answered before another one was asked for is lower. */
    private static void realTime(String what, List<Simulation.Answered> all, List<String> wrongs) {
        List<Simulation.Answered> byStart = new ArrayList<>(all);
        byStart.sort(Comparator.comparingLong(Simulation.Answered::from));
        List<Simulation.Answered> byEnd = new ArrayList<>(all);
        byEnd.sort(Comparator.comparingLong(Simulation.Answered::to));
        int ended = 0;
        long highest = Long.MIN_VALUE;
        for (Simulation.Answered one : byStart) {
            while (ended < byEnd.size() && byEnd.get(ended).to() < one.from()) {
                highest = Math.max(highest, byEnd.get(ended++).last());
            }
            if (one.first() <= highest) {
                wrongs.add(what + " lower than " + highest + ", which was there before: " + one);
            }
        }
    }

    private static void repeated(int worker, List<long[]> ids, List<String> wrongs) {
        Set<Long> times = new HashSet<>();
        for (long[] id : ids) {
            if (!times.add(id[1])) {
                wrongs.add("worker " + worker + " issued at " + id[1] + " twice");
            }
        }
    }
}
