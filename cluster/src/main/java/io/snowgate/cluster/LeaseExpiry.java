package io.snowgate.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides, as the leader, which leases have run out: those that this leader itself, in this term and by its own clock that
 * does not jump, has not seen renewed for as long as they last. The holder counts from before it sent the renewal, and
 * four fifths of the time, so that it stops first, whatever anybody's clock shows. One thread.
 */
final class LeaseExpiry {

    private long term = -1;
    private Map<Integer, Seen> seen = new HashMap<>();

    private record Seen(long epoch, long renewals, long sinceNanos) {}

    /**
     * What to propose.
     *
     * @param leadingTerm in which this member leads, having applied an entry of it
     * @param nowNanos read after {@code leases} were
     */
    List<Command.ExpireLease> look(long leadingTerm, List<AllocatorState.Lease> leases, long nowNanos) {
        Map<Integer, Seen> known = term == leadingTerm ? seen : Map.of();
        Map<Integer, Seen> next = new HashMap<>();
        List<Command.ExpireLease> over = new ArrayList<>();
        for (AllocatorState.Lease lease : leases) {
            Seen before = known.get(lease.worker());
            Seen now = before != null && before.epoch == lease.epoch() && before.renewals == lease.renewals()
                    ? before
                    : new Seen(lease.epoch(), lease.renewals(), nowNanos);
            next.put(lease.worker(), now);
            if (nowNanos - now.sinceNanos >= lease.lengthMillis() * 1_000_000) {
                over.add(new Command.ExpireLease(leadingTerm, lease.worker(), lease.epoch(), lease.renewals()));
            }
        }
        term = leadingTerm;
        seen = next;
        return over;
    }
}
