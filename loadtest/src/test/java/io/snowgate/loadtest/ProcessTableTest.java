package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProcessTableTest {

    private static final long SERVER = 10;
    private static final long WORKER = 11;
    private static final long CLIENT = 20;
    private static final long OTHER = 30;
    private static final long SECOND_NANOS = 1_000_000_000;

    @Test
    void readsALineWhoseCommandHasSpacesAndParentheses() {
        ProcessTimes times = ProcessTimes.parse(
                "42 (a) b (c) S 7 42 42 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 1 0 55 1000 10 18446744073709551615");

        assertThat(times).isEqualTo(new ProcessTimes(42, "a) b (c", 7, 127));
    }

    @Test
    void seesThisProcessAmongAll() throws IOException {
        long own = ProcessHandle.current().pid();

        assertThat(ProcessTable.read().tree(own)).contains(own);
        assertThat(ProcessTable.read().ticks(Set.of(own))).isPositive();
    }

    @Test
    void countsATreeWithAllThatDescendsFromIt() {
        ProcessTable table = table(0, server(100), worker(50), other(7));

        assertThat(table.tree(SERVER)).containsExactlyInAnyOrder(SERVER, WORKER);
        assertThat(table.ticks(table.tree(SERVER))).isEqualTo(150);
    }

    @Test
    void givesEachSideItsShareOfTheTime() {
        ProcessTable before = table(0, server(100), worker(50), client(10), other(1_000));
        ProcessTable after = table(4 * SECOND_NANOS, server(100), worker(400), client(300), other(1_002));

        CpuUse use = CpuUse.between(before, after, SERVER, CLIENT);

        assertThat(use).isEqualTo(new CpuUse(4, 3.5, 2.9, 0.02));
        assertThat(use.machineWasBusy()).isFalse();
    }

    @Test
    void countsAllMembersOfAClusterAsTheServer() {
        CpuUse use = CpuUse.between(
                table(0, server(100), other(1_000), client(10)),
                table(SECOND_NANOS, server(130), other(1_020), client(70)),
                List.of(SERVER, OTHER),
                List.of(CLIENT));

        assertThat(use).isEqualTo(new CpuUse(1, 0.5, 0.6, 0));
    }

    @Test
    void takesTheMachineForBusyWhenOthersUseMoreThanATwentiethOfACore() {
        ProcessTable before = table(0, server(0), client(0), other(0));

        assertThat(CpuUse.between(before, table(SECOND_NANOS, server(90), client(90), other(5)), SERVER, CLIENT)
                        .machineWasBusy())
                .isFalse();
        assertThat(CpuUse.between(before, table(SECOND_NANOS, server(90), client(90), other(6)), SERVER, CLIENT)
                        .machineWasBusy())
                .isTrue();
    }

    @Test
    void seesWorkOfThoseWhoHaveEndedMeanwhile() {
        ProcessTimes parent = new ProcessTimes(40, "make", 1, 0);
        ProcessTimes parentAfter = new ProcessTimes(40, "make", 1, 30);
        ProcessTimes child = new ProcessTimes(41, "cc", 40, 10);

        CpuUse use = CpuUse.between(
                table(0, server(0), parent, child), table(SECOND_NANOS, server(0), parentAfter), SERVER, CLIENT);

        assertThat(use.other()).as("30 of the child, 10 of which it had before").isEqualTo(0.2);
    }

    @Test
    void chargesNobodyForInterruptsOfTheNetwork() {
        ProcessTimes interrupts = new ProcessTimes(50, "ksoftirqd/1", 2, 90);

        CpuUse use = CpuUse.between(table(0, server(0)), table(SECOND_NANOS, server(0), interrupts), SERVER, CLIENT);

        assertThat(use.other()).isZero();
    }

    @Test
    void takesWhatTheHypervisorGaveToOthersForBusy() {
        ProcessTable before = new ProcessTable(0, Map.of(), 0);
        ProcessTable after = new ProcessTable(SECOND_NANOS, Map.of(), 6);

        assertThat(CpuUse.between(before, after, SERVER, CLIENT).machineWasBusy())
                .isTrue();
    }

    @Test
    void countsNothingThatHappensWhileTheClientStandsStill() {
        ProcessTable before = table(0, server(100), client(10), other(1_000));
        ProcessTable idle = table(SECOND_NANOS, server(150), client(50), other(1_001));
        ProcessTable further = table(3 * SECOND_NANOS, server(151), client(50), other(1_190));
        ProcessTable after = table(4 * SECOND_NANOS, server(200), client(90), other(1_192));

        CpuUse use = CpuUse.between(
                before,
                after,
                List.of(SERVER),
                List.of(CLIENT),
                List.of(new Part.Pause(idle, further, 0, 0, 2 * SECOND_NANOS)));

        assertThat(use).isEqualTo(new CpuUse(2, 0.99, 0.8, 0.03));
    }

    @Test
    void takesAwayOnlyThatPartOfAPauseThatLiesBetween() {
        ProcessTable idle = table(SECOND_NANOS, server(100), client(50));
        ProcessTable before = table(2 * SECOND_NANOS, server(110), client(50));
        ProcessTable further = table(3 * SECOND_NANOS, server(130), client(50));
        ProcessTable after = table(4 * SECOND_NANOS, server(200), client(90));
        Part.Pause halfway = new Part.Pause(idle, further, 0, 0, 2 * SECOND_NANOS);
        Part.Pause over = new Part.Pause(table(0, server(0)), idle, 0, 0, SECOND_NANOS);

        CpuUse use = CpuUse.between(before, after, List.of(SERVER), List.of(CLIENT), List.of(over, halfway));

        assertThat(use).isEqualTo(new CpuUse(1, 0.7, 0.4, 0));
    }

    private static ProcessTable table(long nanos, ProcessTimes... processes) {
        return new ProcessTable(
                nanos, Stream.of(processes).collect(Collectors.toMap(ProcessTimes::pid, Function.identity())), 0);
    }

    private static ProcessTimes server(long ticks) {
        return new ProcessTimes(SERVER, "nginx", 1, ticks);
    }

    private static ProcessTimes worker(long ticks) {
        return new ProcessTimes(WORKER, "nginx", SERVER, ticks);
    }

    private static ProcessTimes client(long ticks) {
        return new ProcessTimes(CLIENT, "h2load", 1, ticks);
    }

    private static ProcessTimes other(long ticks) {
        return new ProcessTimes(OTHER, "cron", 1, ticks);
    }
}
