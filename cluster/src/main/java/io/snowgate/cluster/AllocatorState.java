package io.snowgate.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that the log of a group decides: the bound of timestamps, how far sequences are, whose worker ids are whose, the
 * ticket keys. The same commands in the same order give the same state and the same replies on every member; nothing
 * here looks at a clock, at a file or at chance.
 *
 * <p>Not for more than one thread at a time. What can be wrong with a command is a reply; what cannot be unless this
 * class is wrong throws.
 */
final class AllocatorState {

    /** How many idempotency keys are remembered; then the oldest is forgotten. */
    static final int MAX_KEYS = 100_000;

    /** How many ticket keys are kept: the one in use, and those that browsers may still come back with. */
    static final int TICKET_KEYS = 3;

    static final int MAX_ADDRESSES = 64;
    static final int MAX_WORKERS = 1 << 22;

    /** The latest time of timestamps and leases: 45 bits of milliseconds, less a day. */
    static final long LAST_MILLIS = (1L << 45) - 1 - 86_400_000;

    private static final int VERSION = 1;

    private final int maxSequences;
    private final int maxKeys;
    private final Map<String, Sequence> sequences = new HashMap<>();
    private final LinkedHashMap<String, Granted> keys = new LinkedHashMap<>();
    private final TreeMap<Integer, Lease> leases = new TreeMap<>();
    private final Map<String, String> addresses = new TreeMap<>();
    private final List<TicketKey> ticketKeys = new ArrayList<>();
    private boolean isOpen;
    private long bound;
    private long boundTerm;
    private long leaseNanos;
    private long lastEpoch;
    private Directory directory = Directory.EMPTY;
    private @Nullable List<Lease> held;

    /** How far one sequence is. */
    private static final class Sequence {
        private long next = 1;
        private long reserved;
        private long strict;
        private long skipped;
        private long lost;
    }

    private record Granted(long from, long count) {}

    /**
     * A worker id that was ever leased.
     *
     * @param isHeld false when it is free
     * @param renewals counted in the whole life of the lease, so that a renewal is seen
     * @param floor what was issued by holders before this one lies below, in ms since 1970
     * @param issueBefore what was issued by this holder or one before lies below
     */
    record Lease(
            int worker,
            String holder,
            boolean isHeld,
            long epoch,
            long lengthMillis,
            long renewals,
            long floor,
            long issueBefore) {

        private Lease renewed(long newIssueBefore) {
            return new Lease(
                    worker,
                    holder,
                    true,
                    epoch,
                    lengthMillis,
                    renewals + 1,
                    floor,
                    Math.max(issueBefore, newIssueBefore));
        }

        private Lease freed(long usedBefore) {
            return new Lease(worker, holder, false, epoch, lengthMillis, renewals, usedBefore, usedBefore);
        }
    }

    AllocatorState(int maxSequences) {
        this(maxSequences, MAX_KEYS);
    }

    AllocatorState(int maxSequences, int maxKeys) {
        this.maxSequences = maxSequences;
        this.maxKeys = maxKeys;
    }

    /**
     * Carries out what stands in the log.
     *
     * @param term of the entry, which the one who proposed cannot choose
     * @param command null for octets that are no command
     */
    Reply apply(long term, @Nullable Command command) {
        if (command == null) {
            return Reply.refused(Refusal.Reason.MALFORMED, "not a command of this version");
        }
        if (!isOpen && !(command instanceof Command.Open || command instanceof Command.Announce)) {
            return Reply.refused(Refusal.Reason.NOT_READY, "the group still waits for its first members");
        }
        return switch (command) {
            case Command.Open open -> open();
            case Command.Announce announce -> announce(announce);
            case Command.RaiseBound raise -> raise(term, raise);
            case Command.Reserve reserve -> reserve(reserve);
            case Command.ResetForward reset -> reset(reset);
            case Command.AcquireLease acquire -> acquire(acquire);
            case Command.RenewLease renew -> renew(renew);
            case Command.ReleaseLease release -> release(release);
            case Command.ExpireLease expire -> expire(term, expire);
            case Command.RotateKey rotate -> rotate(rotate);
        };
    }

    /** Nothing at or above it was handed out. */
    long bound() {
        return bound;
    }

    /** In which term the bound was last raised. */
    long boundTerm() {
        return boundTerm;
    }

    /** For how long anybody may answer on the strength of the bound's having been raised, the last time or before. */
    long leaseNanos() {
        return leaseNanos;
    }

    Directory directory() {
        return directory;
    }

    /** The leases that are held, by worker id. */
    List<Lease> heldLeases() {
        List<Lease> known = held;
        if (known == null) {
            known = leases.values().stream().filter(Lease::isHeld).toList();
            held = known;
        }
        return known;
    }

    /** Next, reserved, strict, skipped, lost; or a refusal for a name that nobody has used. */
    Reply report(String name) {
        Sequence sequence = sequences.get(name);
        return sequence == null
                ? Reply.refused(Refusal.Reason.UNKNOWN_SEQUENCE, "no sequence has the name " + name)
                : Reply.of(sequence.next, sequence.reserved, sequence.strict, sequence.skipped, sequence.lost);
    }

    private Reply open() {
        isOpen = true;
        publish();
        return Reply.of();
    }

    private Reply announce(Command.Announce announce) {
        String member = announce.member();
        if (announce.publicAddress().isEmpty()) {
            addresses.remove(member);
        } else if (addresses.containsKey(member) || addresses.size() < MAX_ADDRESSES) {
            addresses.put(member, announce.publicAddress());
        } else {
            return Reply.refused(
                    Refusal.Reason.MALFORMED,
                    "there may be the addresses of " + MAX_ADDRESSES + " members, and " + member + " is one more");
        }
        publish();
        return Reply.of();
    }

    private Reply raise(long term, Command.RaiseBound raise) {
        if (raise.term() != term || raise.expected() != bound) {
            return Reply.refused(
                    Refusal.Reason.OUTDATED,
                    "expected the bound " + raise.expected() + " in term " + raise.term() + ", and it is " + bound
                            + " in term " + term);
        }
        if (raise.bound() < bound || raise.bound() > HybridTimestamp.firstAt(LAST_MILLIS) || raise.leaseNanos() < 0) {
            return Reply.refused(Refusal.Reason.MALFORMED, "the bound " + bound + " cannot become " + raise.bound());
        }
        bound = raise.bound();
        boundTerm = term;
        leaseNanos = raise.leaseNanos();
        return Reply.of(bound);
    }

    private Reply reserve(Command.Reserve reserve) {
        String name = reserve.name();
        if (!Sequences.isName(name) || reserve.count() < 1 || reserve.count() > Sequences.MAX_COUNT) {
            return Reply.refused(
                    Refusal.Reason.MALFORMED, "cannot reserve " + reserve.count() + " of the sequence " + name);
        }
        if (reserve.key().length() > Sequences.MAX_KEY_LENGTH) {
            return Reply.refused(Refusal.Reason.MALFORMED, "the idempotency key is too long");
        }
        String key = name + ' ' + reserve.key();
        Granted before = reserve.key().isEmpty() ? null : keys.get(key);
        if (before != null) {
            return again(before, reserve);
        }
        Sequence sequence = sequences.get(name);
        if (sequence == null && sequences.size() >= maxSequences) {
            return Reply.refused(
                    Refusal.Reason.TOO_MANY_SEQUENCES,
                    "there are " + maxSequences + " sequences, which is all there may be");
        }
        return grant(sequence == null ? new Sequence() : sequence, key, reserve);
    }

    private static Reply again(Granted before, Command.Reserve reserve) {
        return before.count == reserve.count()
                ? Reply.of(before.from, before.from + before.count)
                : Reply.refused(
                        Refusal.Reason.KEY_REUSED,
                        "the idempotency key was used for " + before.count + " values, not for " + reserve.count());
    }

    private Reply grant(Sequence sequence, String key, Command.Reserve reserve) {
        long from = sequence.next;
        long count = reserve.count();
        if (Long.MAX_VALUE - from < count) {
            return Reply.refused(
                    Refusal.Reason.SEQUENCE_EXHAUSTED,
                    "the sequence " + reserve.name() + " stands at " + from + " and has no " + count + " values left");
        }
        sequence.next = from + count;
        if (reserve.isStrict()) {
            sequence.strict += count;
        } else {
            sequence.reserved += count;
        }
        sequence.lost += Math.max(0, reserve.lost());
        sequences.put(reserve.name(), sequence);
        if (!reserve.key().isEmpty()) {
            remember(key, new Granted(from, count));
        }
        return Reply.of(from, sequence.next);
    }

    private void remember(String key, Granted granted) {
        if (keys.size() >= maxKeys) {
            keys.pollFirstEntry();
        }
        keys.put(key, granted);
    }

    private Reply reset(Command.ResetForward reset) {
        if (!Sequences.isName(reset.name())) {
            return Reply.refused(Refusal.Reason.MALFORMED, "not a name of a sequence: " + reset.name());
        }
        Sequence sequence = sequences.getOrDefault(reset.name(), new Sequence());
        long from = sequence.next;
        if (reset.next() < from) {
            return Reply.refused(
                    Refusal.Reason.NOT_FORWARD,
                    "the sequence " + reset.name() + " stands at " + from + " and is only set forward, not to "
                            + reset.next());
        }
        if (!sequences.containsKey(reset.name()) && sequences.size() >= maxSequences) {
            return Reply.refused(
                    Refusal.Reason.TOO_MANY_SEQUENCES,
                    "there are " + maxSequences + " sequences, which is all there may be");
        }
        sequence.skipped += reset.next() - from;
        sequence.next = reset.next();
        sequences.put(reset.name(), sequence);
        return Reply.of(from, reset.next());
    }

    private Reply acquire(Command.AcquireLease acquire) {
        if (acquire.workers() < 1
                || acquire.workers() > MAX_WORKERS
                || acquire.holder().isEmpty()
                || acquire.holder().length() > 128
                || acquire.lengthMillis() < 1
                || acquire.lengthMillis() > 3_600_000
                || acquire.issueBefore() < 0
                || acquire.issueBefore() > LAST_MILLIS) {
            return Reply.refused(Refusal.Reason.MALFORMED, "not a lease that can be had: " + acquire);
        }
        int worker = freeWorker(acquire.holder(), acquire.workers());
        if (worker < 0) {
            return Reply.refused(
                    Refusal.Reason.ALL_WORKERS_LEASED, "all of the " + acquire.workers() + " worker ids are leased");
        }
        Lease before = leases.get(worker);
        long floor = before == null ? 0 : before.issueBefore;
        long issueBefore = Math.max(acquire.issueBefore(), floor);
        lastEpoch++;
        put(new Lease(worker, acquire.holder(), true, lastEpoch, acquire.lengthMillis(), 0, floor, issueBefore));
        return Reply.of(worker, lastEpoch, floor, issueBefore);
    }

    /** The one this holder had, or one that nobody ever had, or the one that has been free with the lowest mark. */
    private int freeWorker(String holder, int workers) {
        int best = -1;
        long lowest = Long.MAX_VALUE;
        int unused = 0;
        for (Lease lease : leases.headMap(workers).values()) {
            if (!lease.isHeld && lease.holder.equals(holder)) {
                return lease.worker;
            }
            if (!lease.isHeld && lease.issueBefore < lowest) {
                best = lease.worker;
                lowest = lease.issueBefore;
            }
            unused += lease.worker == unused ? 1 : 0;
        }
        return unused < workers ? unused : best;
    }

    private Reply renew(Command.RenewLease renew) {
        Lease lease = leases.get(renew.worker());
        if (lease == null || !lease.isHeld || lease.epoch != renew.epoch()) {
            return lost(renew.worker(), renew.epoch());
        }
        if (renew.issueBefore() > LAST_MILLIS) {
            return Reply.refused(Refusal.Reason.MALFORMED, "not a time of leases: " + renew.issueBefore());
        }
        Lease renewed = lease.renewed(renew.issueBefore());
        put(renewed);
        return Reply.of(renewed.renewals, renewed.issueBefore);
    }

    private Reply release(Command.ReleaseLease release) {
        Lease lease = leases.get(release.worker());
        if (lease == null || !lease.isHeld || lease.epoch != release.epoch()) {
            return lost(release.worker(), release.epoch());
        }
        put(lease.freed(Math.clamp(release.issueBefore(), lease.floor, lease.issueBefore)));
        return Reply.of();
    }

    private Reply expire(long term, Command.ExpireLease expire) {
        Lease lease = leases.get(expire.worker());
        if (expire.term() != term
                || lease == null
                || !lease.isHeld
                || lease.epoch != expire.epoch()
                || lease.renewals != expire.renewals()) {
            return Reply.refused(Refusal.Reason.OUTDATED, "the lease of worker " + expire.worker() + " has moved on");
        }
        put(lease.freed(lease.issueBefore));
        return Reply.of();
    }

    private void put(Lease lease) {
        leases.put(lease.worker, lease);
        held = null;
    }

    private static Reply lost(int worker, long epoch) {
        return Reply.refused(
                Refusal.Reason.LEASE_LOST, "the lease of worker " + worker + " with epoch " + epoch + " has ended");
    }

    private Reply rotate(Command.RotateKey rotate) {
        long newest = directory.newestGeneration();
        if (rotate.expectedGeneration() != newest) {
            return Reply.refused(Refusal.Reason.OUTDATED, "the newest ticket key is " + newest);
        }
        if (rotate.material().length != TicketKey.BYTES) {
            return Reply.refused(Refusal.Reason.MALFORMED, "a ticket key has " + TicketKey.BYTES + " octets");
        }
        ticketKeys.addFirst(new TicketKey(newest + 1, rotate.material()));
        if (ticketKeys.size() > TICKET_KEYS) {
            ticketKeys.removeLast();
        }
        publish();
        return Reply.of(newest + 1);
    }

    private void publish() {
        directory = new Directory(isOpen, addresses, ticketKeys);
    }

    /** The whole state, the same octets for the same state. */
    byte[] toBytes() {
        return Octets.of(this::write);
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeByte(VERSION);
        directory.write(out);
        out.writeLong(bound);
        out.writeLong(boundTerm);
        out.writeLong(leaseNanos);
        out.writeLong(lastEpoch);
        out.writeInt(sequences.size());
        for (Map.Entry<String, Sequence> entry : new TreeMap<>(sequences).entrySet()) {
            out.writeUTF(entry.getKey());
            Sequence sequence = entry.getValue();
            out.writeLong(sequence.next);
            out.writeLong(sequence.reserved);
            out.writeLong(sequence.strict);
            out.writeLong(sequence.skipped);
            out.writeLong(sequence.lost);
        }
        out.writeInt(keys.size());
        for (Map.Entry<String, Granted> entry : keys.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeLong(entry.getValue().from);
            out.writeLong(entry.getValue().count);
        }
        out.writeInt(leases.size());
        for (Lease lease : leases.values()) {
            out.writeInt(lease.worker);
            out.writeUTF(lease.holder);
            out.writeBoolean(lease.isHeld);
            out.writeLong(lease.epoch);
            out.writeLong(lease.lengthMillis);
            out.writeLong(lease.renewals);
            out.writeLong(lease.floor);
            out.writeLong(lease.issueBefore);
        }
    }

    /**
     * What {@link #toBytes} wrote.
     *
     * @throws IOException for anything else
     */
    static AllocatorState read(DataInputStream in, int maxSequences) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a state of version " + version + " cannot be read here, only " + VERSION);
        }
        AllocatorState state = new AllocatorState(maxSequences);
        state.readAll(in);
        return state;
    }

    private void readAll(DataInputStream in) throws IOException {
        directory = Directory.read(in);
        isOpen = directory.isOpen();
        addresses.putAll(directory.addresses());
        ticketKeys.addAll(directory.keys());
        bound = in.readLong();
        boundTerm = in.readLong();
        leaseNanos = in.readLong();
        lastEpoch = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Sequence sequence = new Sequence();
            sequence.next = in.readLong();
            sequence.reserved = in.readLong();
            sequence.strict = in.readLong();
            sequence.skipped = in.readLong();
            sequence.lost = in.readLong();
            sequences.put(name, sequence);
        }
        for (int left = in.readInt(); left > 0; left--) {
            keys.put(in.readUTF(), new Granted(in.readLong(), in.readLong()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            int worker = in.readInt();
            leases.put(
                    worker,
                    new Lease(
                            worker,
                            in.readUTF(),
                            in.readBoolean(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong()));
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AllocatorState that && Arrays.equals(toBytes(), that.toBytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toBytes());
    }
}
