package io.snowgate.loadtest;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets contestants take turns, so that the machine's moods meet all of them. A turn during which somebody else used
 * the machine is thrown away and repeated; when that does not end, there is no comparison.
 */
final class Rounds {

    private static final int MOST_TRIES = 5;

    private final Progress progress;
    private final boolean busyOk;

    Rounds(Progress progress, boolean busyOk) {
        this.progress = progress;
        this.busyOk = busyOk;
    }

    Measured run(String scenario, Setting setting, List<Contestant> contestants)
            throws IOException, InterruptedException {
        Measured measured = new Measured(scenario, setting);
        contestants.forEach(contestant -> measured.enter(contestant.name()));
        Set<String> out = new HashSet<>();
        int last = contestants.stream().mapToInt(Contestant::turns).max().orElse(0);
        for (int turn = 1; turn <= last; turn++) {
            for (Contestant contestant : contestants) {
                if (turn <= contestant.turns() && !out.contains(contestant.name())) {
                    progress.show(scenario + ", " + setting + ": " + contestant.name() + ", turn " + turn + " of "
                            + contestant.turns());
                    try {
                        take(contestant, measured);
                    } catch (Failure e) {
                        out.add(contestant.name());
                        measured.note(contestant.name() + ": " + e.getMessage());
                    } catch (Busy e) {
                        measured.notCompared(String.valueOf(e.getMessage()));
                        return measured;
                    }
                    progress.done(contestant.seconds());
                }
            }
        }
        return measured;
    }

    private static final class Busy extends Exception {
        private static final long serialVersionUID = 1;

        Busy(String message) {
            super(message);
        }
    }

    private void take(Contestant contestant, Measured measured)
            throws IOException, InterruptedException, Failure, Busy {
        for (int attempt = 1; ; attempt++) {
            Outcome outcome = contestant.attempt().take();
            if (!outcome.use().machineWasBusy()) {
                keep(outcome, contestant, measured);
                return;
            }
            String busy = String.format(
                    Locale.ROOT, "others used %.0f %% of a core", outcome.use().otherShare() * 100);
            if (busyOk) {
                measured.note(contestant.name() + ": " + busy + " during a turn that counts all the same");
                keep(outcome, contestant, measured);
                return;
            }
            if (attempt == MOST_TRIES) {
                throw new Busy("the machine was busy in " + MOST_TRIES + " tries on end, " + busy + " in the last");
            }
            progress.say(contestant.name() + ": " + busy + ": once more");
        }
    }

    private static void keep(Outcome outcome, Contestant contestant, Measured measured) {
        measured.add(contestant.name(), outcome.turn());
        if (!outcome.cipher().isEmpty()) {
            measured.cipher(contestant.name(), outcome.cipher());
        }
    }
}
