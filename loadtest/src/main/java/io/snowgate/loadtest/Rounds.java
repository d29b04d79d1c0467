package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

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

    /** One after the other, a turn each. */
    Measured run(String scenario, Setting setting, List<Contestant> contestants)
            throws IOException, InterruptedException {
        return run(
                scenario,
                setting,
                contestants,
                some -> some.stream().map(List::of).toList());
    }

    /** All at the same time, by an {@link Alternation}. */
    Measured together(String scenario, Setting setting, List<Contestant> contestants)
            throws IOException, InterruptedException {
        return run(scenario, setting, contestants, some -> some.isEmpty() ? List.of() : List.of(some));
    }

    private Measured run(
            String scenario,
            Setting setting,
            List<Contestant> contestants,
            Function<List<Contestant>, List<List<Contestant>>> grouping)
            throws IOException, InterruptedException {
        Measured measured = new Measured(scenario, setting);
        contestants.forEach(contestant -> measured.enter(contestant.name()));
        Set<Contestant> out = new HashSet<>();
        int last = contestants.stream().mapToInt(Contestant::turns).max().orElse(0);
        for (int turn = 1; turn <= last; turn++) {
            int now = turn;
            List<Contestant> due = contestants.stream()
                    .filter(contestant -> now <= contestant.turns() && !out.contains(contestant))
                    .toList();
            for (List<Contestant> group : grouping.apply(due)) {
                String title = scenario + ", " + setting + ": " + names(group) + ", turn " + turn + " of "
                        + group.stream().mapToInt(Contestant::turns).max().orElse(0);
                try {
                    take(title, group, measured, out);
                } catch (Busy e) {
                    measured.notCompared(String.valueOf(e.getMessage()));
                    return measured;
                }
                group.forEach(contestant -> progress.done(contestant.seconds()));
            }
        }
        return measured;
    }

    private static String names(List<Contestant> group) {
        return group.stream().map(Contestant::name).collect(Collectors.joining(", "));
    }

    private static final class Busy extends Exception {
        private static final long serialVersionUID = 1;

        Busy(String message) {
            super(message);
        }
    }

    /** @param out to which those who fail are added */
    private void take(String title, List<Contestant> group, Measured measured, Set<Contestant> out)
            throws IOException, InterruptedException, Busy {
        for (int attempt = 1; ; attempt++) {
            Map<Contestant, Outcome> outcomes = attempt(title, group, measured, out);
            double others = outcomes.values().stream()
                    .mapToDouble(outcome -> outcome.use().otherShare())
                    .max()
                    .orElse(0);
            boolean busy =
                    outcomes.values().stream().anyMatch(outcome -> outcome.use().machineWasBusy());
            String how = String.format(Locale.ROOT, "others used %.0f %% of a core", others * 100);
            if (!busy || busyOk) {
                if (busy) {
                    measured.note(names(group) + ": " + how + " during a turn that counts all the same");
                }
                outcomes.forEach((contestant, outcome) -> keep(outcome, contestant, measured));
                return;
            }
            if (attempt == MOST_TRIES) {
                throw new Busy("the machine was busy in " + MOST_TRIES + " tries on end, " + how + " in the last");
            }
            progress.say(names(group) + ": " + how + ": once more");
        }
    }

    private Map<Contestant, Outcome> attempt(
            String title, List<Contestant> group, Measured measured, Set<Contestant> out)
            throws IOException, InterruptedException {
        List<Contestant> ready = prepared(group, measured, out);
        progress.show(title);
        if (ready.size() > 1) {
            return alternating(ready, measured, out);
        }
        Map<Contestant, Outcome> outcomes = new LinkedHashMap<>();
        for (Contestant alone : ready) {
            try {
                outcomes.put(alone, alone.attempt().take(Alternation.NONE));
            } catch (Failure e) {
                leave(alone, e, measured, out);
            }
        }
        return outcomes;
    }

    private static List<Contestant> prepared(List<Contestant> group, Measured measured, Set<Contestant> out)
            throws IOException, InterruptedException {
        List<Contestant> ready = new ArrayList<>();
        for (Contestant contestant : group) {
            if (!out.contains(contestant)) {
                try {
                    contestant.preparation().prepare();
                    ready.add(contestant);
                } catch (Failure e) {
                    leave(contestant, e, measured, out);
                }
            }
        }
        return ready;
    }

    private static Map<Contestant, Outcome> alternating(
            List<Contestant> contestants, Measured measured, Set<Contestant> out)
            throws IOException, InterruptedException {
        Alternation alternation = new Alternation(contestants.size());
        List<Future<Outcome>> futures = alternation.run(contestants.stream()
                .<Callable<Outcome>>map(contestant -> () -> contestant.attempt().take(alternation))
                .toList());
        Map<Contestant, Outcome> outcomes = new LinkedHashMap<>();
        for (int i = 0; i < futures.size(); i++) {
            try {
                outcomes.put(contestants.get(i), futures.get(i).get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Failure failure) {
                    leave(contestants.get(i), failure, measured, out);
                } else if (e.getCause() instanceof IOException broken) {
                    throw new IOException(broken);
                } else {
                    throw new IllegalStateException(e);
                }
            }
        }
        return outcomes;
    }

    private static void leave(Contestant contestant, Failure failure, Measured measured, Set<Contestant> out) {
        out.add(contestant);
        measured.note(contestant.name() + ": " + failure.getMessage());
    }

    private static void keep(Outcome outcome, Contestant contestant, Measured measured) {
        measured.add(contestant.name(), outcome.turn());
        if (!outcome.cipher().isEmpty()) {
            measured.cipher(contestant.name(), outcome.cipher());
        }
    }
}
