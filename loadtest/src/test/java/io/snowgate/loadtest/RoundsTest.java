package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final CpuUse QUIET = new CpuUse(1, 1, 1, 0);
    private static final CpuUse BUSY = new CpuUse(1, 1, 1, 1);

    private final Progress progress =
            new Progress(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false);
    private final List<String> taken = Collections.synchronizedList(new ArrayList<>());

    @Test
    void letsContestantsTakeTurns() throws Exception {
        Measured measured = run(false, contestant("a", 2, QUIET), contestant("b", 1, QUIET));

        assertThat(taken).containsExactly("a", "b", "a");
        assertThat(measured.of("a")).hasSize(2);
        assertThat(measured.of("b")).hasSize(1);
    }

    @Test
    void repeatsATurnDuringWhichTheMachineWasBusy() throws Exception {
        Measured measured = run(false, contestant("a", 1, BUSY, BUSY, QUIET));

        assertThat(taken).hasSize(3);
        assertThat(measured.of("a")).hasSize(1);
    }

    @Test
    void comparesNothingWhenTheMachineStaysBusy() throws Exception {
        Measured measured = run(false, contestant("a", 1, QUIET), contestant("b", 1, BUSY), contestant("c", 1, QUIET));

        assertThat(measured.contestants()).isEmpty();
        assertThat(measured.notes()).singleElement().asString().startsWith("not compared: the machine was busy");
        assertThat(taken).doesNotContain("c");
    }

    @Test
    void takesABusyTurnWithANoteWhenToldTo() throws Exception {
        Measured measured = run(true, contestant("a", 1, BUSY));

        assertThat(measured.of("a")).hasSize(1);
        assertThat(measured.notes()).singleElement().asString().contains("others used 100 % of a core");
    }

    @Test
    void goesOnWithoutWhoeverFails() throws Exception {
        Contestant failing = new Contestant("a", 3, 1, () -> {
            taken.add("a");
            throw new Failure("fell over");
        });

        Measured measured = run(false, failing, contestant("b", 3, QUIET));

        assertThat(taken).containsExactly("a", "b", "b", "b");
        assertThat(measured.notes()).containsExactly("a: fell over");
    }

    @Test
    void letsAllTakeATurnAtTheSameTime() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Contestant a = meeting("a", 2, both);
        Contestant b = meeting("b", 1, both);

        Measured measured = new Rounds(progress, false).together("state", Setting.https(1, 64), List.of(a, b));

        assertThat(taken).containsExactly("a prepares", "b prepares", "a prepares");
        assertThat(measured.of("a")).hasSize(2);
        assertThat(measured.of("b")).hasSize(1);
        assertThat(measured.notes()).isEmpty();
    }

    @Test
    void repeatsTheTurnOfAllWhenTheMachineWasBusyInOne() throws Exception {
        Measured measured = new Rounds(progress, false)
                .together(
                        "state",
                        Setting.https(1, 64),
                        List.of(contestant("a", 1, QUIET), contestant("b", 1, BUSY, QUIET)));

        assertThat(taken).containsExactlyInAnyOrder("a", "b", "a", "b");
        assertThat(measured.of("a")).hasSize(1);
        assertThat(measured.of("b")).hasSize(1);
    }

    @Test
    void goesOnTogetherWithoutWhoeverFails() throws Exception {
        Contestant failing = new Contestant("a", 2, 1, () -> {
            throw new Failure("fell over");
        });

        Measured measured = new Rounds(progress, false)
                .together("state", Setting.https(1, 64), List.of(failing, contestant("b", 2, QUIET)));

        assertThat(taken).containsExactly("b", "b");
        assertThat(measured.of("b")).hasSize(2);
        assertThat(measured.notes()).containsExactly("a: fell over");
    }

    @Test
    void takesATurnOfOneInItsOwnThread() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Contestant alone = new Contestant("a", 1, 1, () -> {
            threads.add(Thread.currentThread());
            return new Outcome(new Turn(Map.of(Metric.ERRORS, 0.0)), QUIET);
        });

        new Rounds(progress, false).together("state", Setting.https(1, 64), List.of(alone));

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    /** Takes its turn when others have begun theirs. */
    private Contestant meeting(String name, int turns, CountDownLatch all) {
        return new Contestant(name, turns, 1, () -> taken.add(name + " prepares"), alternation -> {
            all.countDown();
            if (!all.await(10, TimeUnit.SECONDS)) {
                throw new Failure(name + " was alone");
            }
            return new Outcome(new Turn(Map.of(Metric.ERRORS, 0.0)), QUIET);
        });
    }

    private Measured run(boolean busyOk, Contestant... contestants) throws Exception {
        return new Rounds(progress, busyOk).run("state", Setting.https(1, 64), List.of(contestants));
    }

    /** The last use of the CPUs is that of all further tries. */
    private Contestant contestant(String name, int turns, CpuUse... uses) {
        int[] tries = {0};
        return new Contestant(name, turns, 1, () -> {
            taken.add(name);
            return new Outcome(new Turn(Map.of(Metric.ERRORS, 0.0)), uses[Math.min(tries[0]++, uses.length - 1)]);
        });
    }
}
