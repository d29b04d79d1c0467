package io.snowgate.faults;

import io.snowgate.faults.Fault.Need;
import java.util.List;
import java.util.Set;

/** All that can be done to the gateways, in the order in which it is done. */
final class Faults {

    private static final Set<Need> NOTHING = Set.of();
    private static final Set<Need> NAMESPACE = Set.of(Need.NAMESPACE);

    /** Not among those that are run when none is named: it takes as long as it is told. */
    static final Fault AT_RANDOM =
            new Fault("random", "kill -9 and SIGSTOP at random, --minutes long", 1, NOTHING, ProcessFaults::atRandom);

    private Faults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("kill-leader", "kill -9 of the leader", 20, NOTHING, ProcessFaults::killLeader),
                new Fault("kill-follower", "kill -9 of another one", 5, NOTHING, ProcessFaults::killFollower),
                new Fault("kill-majority", "kill -9 of two of three", 2, NOTHING, ProcessFaults::killMajority),
                new Fault("kill-all", "kill -9 of all three at once", 20, NOTHING, ProcessFaults::killAll),
                new Fault(
                        "suspend-leader",
                        "SIGSTOP of the leader for 1 s, 4 s and three worker leases, then SIGCONT",
                        6,
                        NOTHING,
                        ProcessFaults::suspendLeader),
                new Fault(
                        "partition", "the leader cut off from the others", 4, NAMESPACE, NetworkFaults::isolateLeader),
                new Fault(
                        "partition-one-way",
                        "the leader heard by nobody, then hearing nobody",
                        4,
                        NAMESPACE,
                        NetworkFaults::oneWay),
                new Fault(
                        "partition-bridge",
                        "the leader and one more do not hear each other, the third hears both",
                        4,
                        NAMESPACE,
                        NetworkFaults::bridge),
                new Fault("loss", "20 % of the packets between members lost", 3, NAMESPACE, NetworkFaults::loss),
                new Fault("delay", "what members send is 100 ms late, then 200 ms", 2, NAMESPACE, NetworkFaults::delay),
                new Fault("disk-full", "no space left for one member", 3, NAMESPACE, DiskFaults::full),
                new Fault("fsync-error", "fsync fails with EIO", 2, Set.of(Need.COMPILER), DiskFaults::failing),
                new Fault("fsync-slow", "fsync takes 300 ms longer", 2, Set.of(Need.COMPILER), DiskFaults::slow),
                new Fault("torn-log", "the last 1 to 100 octets of the log are gone", 4, NOTHING, MemberFaults::torn),
                new Fault("flipped-log", "a bit in the middle of the log is wrong", 2, NOTHING, MemberFaults::flipped),
                new Fault("wiped-member", "the log is gone", 2, NOTHING, MemberFaults::wiped),
                new Fault(
                        "clock-ahead",
                        "the clock of one steps 1 h ahead and back",
                        2,
                        Set.of(Need.FAKETIME),
                        ClockFaults::ahead),
                new Fault(
                        "clock-behind",
                        "the clock of one steps 1 h back and ahead",
                        2,
                        Set.of(Need.FAKETIME),
                        ClockFaults::behind),
                new Fault(
                        "membership",
                        "members removed, added again and made to lead",
                        3,
                        NOTHING,
                        MemberFaults::membership),
                AT_RANDOM);
    }
}
