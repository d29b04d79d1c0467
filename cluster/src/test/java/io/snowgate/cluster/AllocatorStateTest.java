package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocatorStateTest {

    private static final long TERM = 5;

    private final AllocatorState state = new AllocatorState(3, 2);

    @BeforeEach
    void open() {
        state.apply(TERM, new Command.Open());
    }

    @Test
    void grantsNothingBeforeItIsOpen() {
        AllocatorState closed = new AllocatorState(3);

        assertThat(closed.apply(TERM, reserve("a", 1)).reason()).isEqualTo(Refusal.Reason.NOT_READY);
        assertThat(closed.apply(TERM, new Command.RaiseBound(TERM, 0, 9, 1)).reason())
                .isEqualTo(Refusal.Reason.NOT_READY);
    }

    @Test
    void raisesTheBoundForTheLeaderOfTheTermAlone() {
        assertThat(state.apply(TERM, new Command.RaiseBound(TERM - 1, 0, 100, 1))
                        .reason())
                .isEqualTo(Refusal.Reason.OUTDATED);
        assertThat(state.apply(TERM, new Command.RaiseBound(TERM, 0, 100, 1))).isEqualTo(Reply.of(100));
        assertThat(state.bound()).isEqualTo(100);
    }

    @Test
    void raisesTheBoundOnlyFromWhereItStands() {
        state.apply(TERM, new Command.RaiseBound(TERM, 0, 100, 1));

        assertThat(state.apply(TERM, new Command.RaiseBound(TERM, 0, 200, 1)).reason())
                .isEqualTo(Refusal.Reason.OUTDATED);
        assertThat(state.apply(TERM, new Command.RaiseBound(TERM, 100, 99, 1)).reason())
                .isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.apply(TERM, new Command.RaiseBound(TERM, 100, Long.MAX_VALUE, 1))
                        .reason())
                .isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.bound()).isEqualTo(100);
    }

    @Test
    void beginsSequencesAtOneAndLeavesNoGap() {
        assertThat(state.apply(TERM, reserve("a", 10))).isEqualTo(Reply.of(1, 11));
        assertThat(state.apply(TERM, reserve("a", 5))).isEqualTo(Reply.of(11, 16));
        assertThat(state.apply(TERM, reserve("b", 5))).isEqualTo(Reply.of(1, 6));
        assertThat(state.report("a")).isEqualTo(Reply.of(16, 15, 0, 0, 0));
    }

    @Test
    void givesARepeatedRequestTheSameRange() {
        Reply first = state.apply(TERM, keyed("a", 10, "k"));

        assertThat(state.apply(TERM, keyed("a", 10, "k"))).isEqualTo(first);
        assertThat(state.apply(TERM, keyed("a", 11, "k")).reason()).isEqualTo(Refusal.Reason.KEY_REUSED);
        assertThat(state.apply(TERM, keyed("b", 11, "k"))).isEqualTo(Reply.of(1, 12));
        assertThat(state.report("a").value(0)).isEqualTo(11);
    }

    @Test
    void forgetsTheOldestKeyFirst() {
        state.apply(TERM, keyed("a", 1, "k1"));
        state.apply(TERM, keyed("a", 1, "k2"));
        state.apply(TERM, keyed("a", 1, "k3"));

        assertThat(state.apply(TERM, keyed("a", 1, "k3"))).isEqualTo(Reply.of(3, 4));
        assertThat(state.apply(TERM, keyed("a", 1, "k1"))).isEqualTo(Reply.of(4, 5));
    }

    @Test
    void refusesNamesCountsAndMoreSequencesThanAllowed() {
        assertThat(state.apply(TERM, reserve("", 1)).reason()).isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.apply(TERM, reserve("a/b", 1)).reason()).isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.apply(TERM, reserve("a".repeat(129), 1)).reason()).isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.apply(TERM, reserve("a", 0)).reason()).isEqualTo(Refusal.Reason.MALFORMED);
        assertThat(state.apply(TERM, reserve("a".repeat(128), 1)).isDone()).isTrue();
        state.apply(TERM, reserve("b", 1));
        state.apply(TERM, reserve("c", 1));
        assertThat(state.apply(TERM, reserve("d", 1)).reason()).isEqualTo(Refusal.Reason.TOO_MANY_SEQUENCES);
        assertThat(state.apply(TERM, new Command.ResetForward("d", 9)).reason())
                .isEqualTo(Refusal.Reason.TOO_MANY_SEQUENCES);
    }

    @Test
    void resetsForwardOnlyAndStopsAtTheEnd() {
        state.apply(TERM, reserve("a", 10));

        assertThat(state.apply(TERM, new Command.ResetForward("a", 10)).reason())
                .isEqualTo(Refusal.Reason.NOT_FORWARD);
        assertThat(state.apply(TERM, new Command.ResetForward("a", Long.MAX_VALUE - 5))
                        .isDone())
                .isTrue();
        assertThat(state.apply(TERM, reserve("a", 6)).reason()).isEqualTo(Refusal.Reason.SEQUENCE_EXHAUSTED);
        assertThat(state.apply(TERM, reserve("a", 5)).isDone()).isTrue();
    }

    @Test
    void leasesEveryWorkerIdOnceAndThenNone() {
        assertThat(acquire("x", 2, 100)).isEqualTo(Reply.of(0, 1, 0, 100));
        assertThat(acquire("y", 2, 100)).isEqualTo(Reply.of(1, 2, 0, 100));
        assertThat(acquire("z", 2, 100).reason()).isEqualTo(Refusal.Reason.ALL_WORKERS_LEASED);
    }

    @Test
    void letsTheNextHolderBeginAboveWhatTheOneBeforeMayHaveIssued() {
        acquire("x", 1, 100);
        state.apply(TERM, new Command.RenewLease(0, 1, 500));
        state.apply(TERM, new Command.ExpireLease(TERM, 0, 1, 1));

        assertThat(acquire("y", 1, 50)).isEqualTo(Reply.of(0, 2, 500, 500));
    }

    @Test
    void neverLowersTheMarkOfAWorkerIdWhoseHolderHasUsedNothing() {
        acquire("x", 1, 500);
        state.apply(TERM, new Command.ReleaseLease(0, 1, 400));
        acquire("y", 1, 900);
        state.apply(TERM, new Command.ReleaseLease(0, 2, 3));

        assertThat(acquire("z", 1, 1).value(2)).isEqualTo(400);
    }

    @Test
    void expiresOnlyWhatHasNotBeenRenewedMeanwhileAndInThisTermAlone() {
        acquire("x", 1, 100);
        state.apply(TERM, new Command.RenewLease(0, 1, 200));

        assertThat(state.apply(TERM, new Command.ExpireLease(TERM, 0, 1, 0)).reason())
                .isEqualTo(Refusal.Reason.OUTDATED);
        assertThat(state.apply(TERM + 1, new Command.ExpireLease(TERM, 0, 1, 1)).reason())
                .isEqualTo(Refusal.Reason.OUTDATED);
        assertThat(state.apply(TERM, new Command.ExpireLease(TERM, 0, 1, 1)).isDone())
                .isTrue();
        assertThat(state.apply(TERM, new Command.RenewLease(0, 1, 300)).reason())
                .isEqualTo(Refusal.Reason.LEASE_LOST);
    }

    @Test
    void givesAHolderItsOldWorkerIdWhenThatIsFree() {
        acquire("x", 4, 100);
        acquire("y", 4, 100);
        state.apply(TERM, new Command.ReleaseLease(1, 2, 60));

        assertThat(acquire("y", 4, 100)).isEqualTo(Reply.of(1, 3, 60, 100));
    }

    @Test
    void rotatesKeysOneAfterTheOtherAndKeepsThree() {
        for (int generation = 0; generation < 5; generation++) {
            assertThat(state.apply(TERM, new Command.RotateKey(generation, new byte[TicketKey.BYTES]))
                            .isDone())
                    .isTrue();
        }

        assertThat(state.apply(TERM, new Command.RotateKey(4, new byte[TicketKey.BYTES]))
                        .reason())
                .isEqualTo(Refusal.Reason.OUTDATED);
        assertThat(state.directory().keys()).extracting(TicketKey::generation).containsExactly(5L, 4L, 3L);
    }

    @Test
    void comesBackFromASnapshotAsItWasAndNotFromADamagedOne(@TempDir Path directory) throws IOException {
        state.apply(TERM, new Command.Announce("a", "https://a"));
        state.apply(TERM, new Command.RaiseBound(TERM, 0, 100, 7));
        state.apply(TERM, keyed("a", 10, "k"));
        acquire("x", 2, 100);
        state.apply(TERM, new Command.RotateKey(0, new byte[TicketKey.BYTES]));
        Path file = directory.resolve("snapshot");
        SnapshotFile.write(file, state);

        AllocatorState read = SnapshotFile.read(file, 3);
        assertThat(read).isEqualTo(state);
        assertThat(read.apply(TERM, keyed("a", 10, "k"))).isEqualTo(Reply.of(1, 11));
        assertThat(read.heldLeases()).isEqualTo(state.heldLeases());

        byte[] octets = Files.readAllBytes(file);
        for (int i = 0; i < octets.length; i++) {
            octets[i] ^= 4;
            Files.write(file, octets);
            assertThatThrownBy(() -> SnapshotFile.read(file, 3)).isInstanceOf(IOException.class);
            octets[i] ^= 4;
        }
    }

    @Test
    void hasRoomForAnotherMemberWhenOneIsForgotten() {
        for (int i = 0; i < AllocatorState.MAX_ADDRESSES; i++) {
            assertThat(state.apply(TERM, new Command.Announce("m" + i, "https://m" + i))
                            .isDone())
                    .isTrue();
        }
        assertThat(state.apply(TERM, new Command.Announce("x", "https://x")).isDone())
                .isFalse();

        assertThat(state.apply(TERM, new Command.Announce("m7", "")).isDone()).isTrue();
        assertThat(state.apply(TERM, new Command.Announce("x", "https://x")).isDone())
                .isTrue();
        assertThat(state.directory().addresses()).containsKey("x").doesNotContainKey("m7");
    }

    @Test
    void grantsRangesThatNeverOverlapAndIsTheSameOnEveryMember() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        AllocatorState one = new AllocatorState(50);
        AllocatorState other = new AllocatorState(50);
        one.apply(1, new Command.Open());
        other.apply(1, new Command.Open());
        TreeMap<String, Long> next = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            Command command = random.nextInt(20) == 0
                    ? new Command.ResetForward("s" + random.nextInt(5), random.nextLong(1, 1_000_000))
                    : new Command.Reserve("s" + random.nextInt(5), random.nextInt(1, 100), random.nextBoolean(), "", 0);
            Reply reply = one.apply(1, command);
            assertThat(other.apply(1, CommandCodec.decode(CommandCodec.encode(command))))
                    .isEqualTo(reply);
            if (command instanceof Command.Reserve reserve) {
                assertThat(reply.value(0))
                        .as("seed %d", seed)
                        .isGreaterThanOrEqualTo(next.getOrDefault(reserve.name(), 1L));
                next.put(reserve.name(), reply.value(1));
            }
        }
        assertThat(other).isEqualTo(one);
    }

    private Reply acquire(String holder, int workers, long issueBefore) {
        return state.apply(TERM, new Command.AcquireLease(holder, workers, 1_000, issueBefore));
    }

    private static Command reserve(String name, long count) {
        return new Command.Reserve(name, count, false, "", 0);
    }

    private static Command keyed(String name, long count, String key) {
        return new Command.Reserve(name, count, true, key, 0);
    }
}
