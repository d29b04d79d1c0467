package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real processes, that do nothing but run. */
@Timeout(60)
class AlternationTest {

    private static final int TURNS = 3;
    private static final long PATIENCE_MILLIS = 5;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void letsOneRunWhileAllOthersStandStill() throws Exception {
        Alternation alternation = new Alternation(3);
        List<Callable<List<Part.Pause>>> tasks = List.of(busy(alternation), busy(alternation), busy(alternation));

        List<long[]> running = new ArrayList<>();
        for (Future<List<Part.Pause>> future : alternation.run(tasks)) {
            List<Part.Pause> pauses = future.get();
            for (int i = 1; i < pauses.size(); i++) {
                running.add(new long[] {pauses.get(i - 1).end(), pauses.get(i).begin()});
            }
        }

        running.sort(Comparator.comparingLong(times -> times[0]));
        assertThat(running).hasSizeGreaterThanOrEqualTo(3 * (TURNS - 1));
        for (int i = 1; i < running.size(); i++) {
            assertThat(running.get(i)[0]).as("begin of %d", i).isGreaterThanOrEqualTo(running.get(i - 1)[1]);
        }
    }

    @Test
    void stopsWhoJoinsUntilItIsItsTurn() throws Exception {
        Process process = start("while :; do :; done");

        try (Part part = new Alternation(2).join(process.pid(), List.of())) {
            assertThat(state(process)).isEqualTo('T');
            part.resume();
            assertThat(state(process)).isNotEqualTo('T');
            assertThat(part.pauses()).singleElement().satisfies(pause -> {
                assertThat(pause.end()).isGreaterThan(pause.begin());
                assertThat(pause.nanos()).isPositive();
            });
        }
    }

    @Test
    void leavesAloneWhoHasTheMachineToItself() throws Exception {
        Process process = start("while :; do :; done");

        try (Part part = Alternation.NONE.join(process.pid(), List.of())) {
            assertThat(state(process)).isNotEqualTo('T');
            assertThat(part.pauses()).isEmpty();
        }
    }

    @Test
    void goesOnWhenAClientEndsWhileItStandsStill() throws Exception {
        Alternation alternation = new Alternation(2);

        List<Future<List<Part.Pause>>> done = alternation.run(List.of(busy(alternation), () -> {
            Process process = start("while :; do :; done");
            try (Part part = alternation.join(process.pid(), List.of())) {
                process.destroyForcibly().waitFor();
                throw new Failure("ended, had stood still " + part.pauses().size() + " times");
            }
        }));

        assertThat(done.getFirst().get()).hasSizeGreaterThanOrEqualTo(TURNS);
        assertThatThrownBy(done.getLast()::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(Failure.class);
    }

    @Test
    void saysWhetherThereWasSomebodyToHear() throws Exception {
        Process process = start("sleep 60");

        assertThat(Signal.CONT.send(process.pid())).isTrue();
        process.destroyForcibly().waitFor();
        assertThat(Signal.CONT.send(process.pid())).isFalse();
    }

    /** Stays until it has stood still some times, and gives when. */
    private Callable<List<Part.Pause>> busy(Alternation alternation) {
        return () -> {
            Process process = start("while :; do :; done");
            try (Part part = alternation.join(process.pid(), List.of())) {
                while (part.pauses().size() < TURNS) {
                    Thread.sleep(PATIENCE_MILLIS);
                }
                return part.pauses();
            }
        };
    }

    private synchronized Process start(String script) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        processes.add(process);
        return process;
    }

    private static char state(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
