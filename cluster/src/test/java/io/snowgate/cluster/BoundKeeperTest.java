package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BoundKeeperTest {

    private static final long MILLI = 1_000_000;
    private static final long LEASE_NANOS =
            ClusterOptions.Times.DEFAULT.readLease().toNanos();
    private static final long WINDOW_MILLIS =
            ClusterOptions.Times.DEFAULT.window().toMillis();

    private long wall = 1_000_000;
    private long nanos = -5;
    private long bound;
    private final BoundKeeper keeper = new BoundKeeper(ClusterOptions.Times.DEFAULT, () -> wall, () -> nanos);

    @Test
    void answersNothingBeforeTheBoundWasMovedInItsOwnTerm() {
        assertThat(keeper.tenure()).isNull();
        assertThat(keeper.next(1, seen(), nanos - LEASE_NANOS)).isNotNull();
        assertThat(keeper.tenure()).isNull();
    }

    @Test
    void answersNothingBeforeTheLeaseOfTheLeaderBeforeIsOver() {
        long since = nanos;
        lead(1, since);
        assertThat(keeper.tenure()).isNull();

        nanos += LEASE_NANOS;
        lead(1, since);
        assertThat(keeper.tenure()).isNotNull();
    }

    @Test
    void waitsForTheLongerLeaseOfALeaderWithOtherOptions() {
        long since = nanos;
        ReplicatedBound longer = new ReplicatedBound(0, 1, 5 * LEASE_NANOS, List.of());
        keeper.done(Objects.requireNonNull(keeper.next(2, longer, since)));

        nanos += 4 * LEASE_NANOS;
        keeper.next(2, longer, since);
        assertThat(keeper.tenure()).isNull();
    }

    @Test
    void waitsForTheLongerLeaseAlsoWhenItsOwnEntryIsSeenBeforeItHearsOfIt() {
        long since = nanos;
        ReplicatedBound longer = new ReplicatedBound(0, 1, 5 * LEASE_NANOS, List.of());
        BoundKeeper.Proposal proposal = Objects.requireNonNull(keeper.next(2, longer, since));
        ReplicatedBound own = new ReplicatedBound(proposal.command().bound(), 2, LEASE_NANOS, List.of());
        keeper.next(2, own, since);
        keeper.done(proposal);

        nanos += 4 * LEASE_NANOS;
        keeper.next(2, own, since);
        assertThat(keeper.tenure()).isNull();
        nanos += LEASE_NANOS;
        keeper.next(2, own, since);
        assertThat(keeper.tenure()).isNotNull();
    }

    @Test
    void passesTheLongerLeaseOnToWhoLeadsNextUntilItIsOver() {
        long since = nanos;
        ReplicatedBound longer = new ReplicatedBound(0, 1, 5 * LEASE_NANOS, List.of());
        BoundKeeper.Proposal first = Objects.requireNonNull(keeper.next(2, longer, since));
        assertThat(first.command().leaseNanos()).isEqualTo(5 * LEASE_NANOS);

        keeper.done(first);
        nanos += 5 * LEASE_NANOS;
        ReplicatedBound own = new ReplicatedBound(first.command().bound(), 2, 5 * LEASE_NANOS, List.of());
        BoundKeeper.Proposal second = Objects.requireNonNull(keeper.next(2, own, since));
        assertThat(second.command().leaseNanos()).isEqualTo(LEASE_NANOS);
    }

    @Test
    void beginsAtTheOldBoundWhateverTheClockShows() {
        bound = HybridTimestamp.firstAt(wall + 3_600_000);
        long old = bound;
        lead(2);

        assertThat(tenure().tryClaim(1)).isEqualTo(old);
    }

    @Test
    void stopsWhenItsGrantIsOverAndGoesOnWithTheNext() {
        lead(1);
        long first = tenure().tryClaim(1);
        nanos += LEASE_NANOS * 4 / 5;
        assertThat(tenure().tryClaim(1)).isEqualTo(Timestamps.NOT_READY);

        lead(1);
        assertThat(tenure().tryClaim(1)).isGreaterThan(first);
    }

    @Test
    void stopsWhenTheWallClockWentOnAloneAsAfterTheSuspensionOfAMachine() {
        lead(1);
        wall += 60_000;
        assertThat(tenure().tryClaim(1)).isNegative();
    }

    @Test
    void countsTheGrantFromBeforeTheEntryWasSent() {
        BoundKeeper.Proposal proposal = Objects.requireNonNull(keeper.next(1, seen(), nanos - LEASE_NANOS));
        nanos += LEASE_NANOS;
        keeper.done(proposal);
        keeper.next(1, seen(), nanos - LEASE_NANOS);

        assertThat(tenure().tryClaim(1)).isEqualTo(Timestamps.NOT_READY);
    }

    @Test
    void writesNothingWhileNobodyAsks() {
        lead(1);
        nanos += 6_000 * MILLI;
        wall += 6_000;
        lead(1);
        assertThat(keeper.next(1, seen(), nanos)).isNull();

        keeper.want();
        assertThat(keeper.next(1, seen(), nanos)).isNotNull();
    }

    @Test
    void doesNotGetFurtherAheadOfTheClockWithEachLeader() {
        for (int term = 1; term <= 20; term++) {
            keeper.follow();
            lead(term);
        }
        assertThat(HybridTimestamp.physicalMillis(bound)).isLessThanOrEqualTo(wall + WINDOW_MILLIS + 20 * 100);
    }

    @Test
    void waitsForItsFirstProposalHoweverLongThatTakes() {
        BoundKeeper.Proposal proposal = Objects.requireNonNull(keeper.next(1, seen(), nanos - LEASE_NANOS));
        for (int round = 0; round < 20; round++) {
            nanos += 10 * MILLI;
            assertThat(keeper.next(1, seen(), nanos - LEASE_NANOS)).isNull();
        }
        keeper.done(proposal);
        keeper.next(1, seen(), nanos - LEASE_NANOS);

        assertThat(tenure().tryClaim(1)).isNotNegative();
    }

    @Test
    void proposesAnewInALaterTermWhateverIsStillUnderWay() {
        BoundKeeper.Proposal old = Objects.requireNonNull(keeper.next(1, seen(), nanos - LEASE_NANOS));
        BoundKeeper.Proposal own = Objects.requireNonNull(keeper.next(2, seen(), nanos - LEASE_NANOS));
        keeper.done(old);
        assertThat(own.command().term()).isEqualTo(2);
        assertThat(keeper.next(2, seen(), nanos - LEASE_NANOS)).isNull();
    }

    @Test
    void ignoresWhatBecomesOfAProposalOfATimeItHasGivenUp() {
        BoundKeeper.Proposal proposal = Objects.requireNonNull(keeper.next(1, seen(), nanos - LEASE_NANOS));
        keeper.follow();
        keeper.done(proposal);
        keeper.next(1, seen(), nanos - LEASE_NANOS);

        assertThat(keeper.tenure()).isNull();
    }

    @Test
    void aTenureNeverLowersItsLimit() {
        Tenure tenure = new Tenure(1, 100, () -> 0, () -> 0);
        tenure.grant(200, 1, 0, 1);

        assertThatThrownBy(() -> tenure.grant(199, 1, 0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void noTermBeginsBelowWhatThisMemberHasHandedOutBefore() {
        lead(1);
        long used = tenure().tryClaim(100) + 99;
        keeper.follow();

        bound = used;
        assertThatThrownBy(() -> lead(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin at " + used);
        bound = used + 1;
        lead(2);
        assertThat(tenure().tryClaim(1)).isGreaterThan(used);
    }

    @Test
    void givesNothingToThoseWhoStillWaitWithALeaderThatWasDeposed() {
        lead(1);
        Tenure deposed = tenure();
        assertThat(deposed.tryClaim(1)).isNotNegative();
        keeper.follow();

        assertThat(deposed.tryClaim(1)).isNegative();
        lead(2);
        assertThat(deposed.tryClaim(1)).isNegative();
    }

    @Test
    void goesOnAboveTheOthersWhenLeadershipGoesBackAndForthAndTheClockSteps() {
        BoundKeeper other = new BoundKeeper(ClusterOptions.Times.DEFAULT, () -> wall, () -> nanos);
        long last = -1;
        for (int term = 1; term <= 30; term++) {
            BoundKeeper leading = term % 2 == 0 ? other : keeper;
            wall = 1_000_000 + (term * 7_919L % 11 - 5) * 1_000;
            lead(leading, term, nanos - LEASE_NANOS);
            leading.next(term, seen(), nanos - LEASE_NANOS);
            long first = Objects.requireNonNull(leading.tenure()).tryClaim(100);

            assertThat(first).as("in term %d", term).isGreaterThan(last);
            last = first + 99;
            leading.follow();
        }
    }

    @Test
    void handsOutNothingAtOrAboveTheLimit() {
        Tenure tenure = new Tenure(1, 0, () -> 0, () -> 0);
        tenure.grant(100, 1, 0, 1);

        assertThat(tenure.tryClaim(60)).isZero();
        assertThat(tenure.tryClaim(41)).isEqualTo(Timestamps.TOO_FAR_AHEAD);
        assertThat(tenure.tryClaim(40)).isEqualTo(60);
        assertThat(tenure.tryClaim(1)).isEqualTo(Timestamps.TOO_FAR_AHEAD);
    }

    /** A round in which everything earlier is long over, and another one to take the tenure up. */
    private void lead(long term) {
        lead(term, nanos - LEASE_NANOS);
        keeper.next(term, seen(), nanos - LEASE_NANOS);
    }

    private void lead(long term, long since) {
        lead(keeper, term, since);
    }

    private void lead(BoundKeeper leading, long term, long since) {
        BoundKeeper.Proposal proposal = leading.next(term, seen(), since);
        if (proposal != null) {
            bound = proposal.command().bound();
            leading.done(proposal);
        }
    }

    private ReplicatedBound seen() {
        return new ReplicatedBound(bound, 1, LEASE_NANOS, List.of());
    }

    private Tenure tenure() {
        return Objects.requireNonNull(keeper.tenure());
    }
}
