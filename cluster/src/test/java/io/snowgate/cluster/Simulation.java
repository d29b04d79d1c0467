package io.snowgate.cluster;

import io.snowgate.generator.LeasedBound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Three members in one thread, in simulated time: a small Raft whose followers vote for whoever is up to date, whatever
 * they have heard from the leader, so that nothing here can lean on elections being slow. Messages are late, lost, doubled
 * and overtake each other; members crash, forget what was not on disk, and are suspended; their clocks drift and jump. What
 * decides is the code of the product: {@link AllocatorState}, {@link BoundKeeper}, {@link Handover}, {@link Tenure} and
 * {@link LeaseExpiry}.
 */
final class Simulation {

    static final int MEMBERS = 3;
    static final long MILLI = 1_000_000;
    static final ClusterOptions.Times TIMES = ClusterOptions.Times.DEFAULT;
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final long LEASE_MILLIS = 2_000;

    /** What is wrong on purpose. */
    enum Planted {
        NOTHING,
        /** A new leader begins at its own clock instead of at the bound. */
        UNFENCED_BOUND,
        /** A new leader does not wait for the end of the old one's lease. */
        NO_HANDOVER,
        /** A leader that was deposed goes on with those who wait, as if its last grant held for ever. */
        DRAINED_QUEUE,
        /** Whoever gets a worker id begins at its own clock, wherever the one before has been. */
        UNMARKED_WORKER
    }

    /** An answered claim: when it was asked for and when the answer was there, and the values. */
    record Answered(long from, long to, long first, long last) {}

    private record Event(long at, long order, Runnable action) {}

    private record Entry(long term, @Nullable Command command, long id) {}

    private final SplittableRandom random;
    private final Planted planted;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final List<Node> nodes = new ArrayList<>();
    private final List<Holder> holders = new ArrayList<>();
    final List<Answered> timestamps = new ArrayList<>();
    final List<Answered> ranges = new ArrayList<>();
    final Map<Integer, List<long[]>> issued = new HashMap<>();
    private long now;
    private long order;
    private long proposals;
    int leaders;

    Simulation(long seed, Planted planted) {
        this.random = new SplittableRandom(seed);
        this.planted = planted;
        for (int i = 0; i < MEMBERS; i++) {
            nodes.add(new Node(i));
        }
        for (int i = 0; i < 3; i++) {
            holders.add(new Holder(i));
        }
    }

    /** Lets so much time pass. */
    void run(long millis) {
        nodes.forEach(Node::begin);
        holders.forEach(Holder::begin);
        every(400, this::trouble);
        every(5, this::askTimestamps);
        every(40, this::askRange);
        long end = now + millis * MILLI;
        while (!events.isEmpty() && events.peek().at <= end) {
            Event event = events.remove();
            now = event.at;
            event.action.run();
        }
    }

    private void after(long nanos, Runnable action) {
        events.add(new Event(now + Math.max(1, nanos), order++, action));
    }

    private void every(long millis, Runnable action) {
        after((long) (millis * MILLI * (0.5 + random.nextDouble())), () -> {
            action.run();
            every(millis, action);
        });
    }

    private long between(long low, long high) {
        return random.nextLong(low, high);
    }

    private Node any() {
        return nodes.get(random.nextInt(MEMBERS));
    }

    private void trouble() {
        Node node = random.nextInt(3) > 0 ? leader() : any();
        switch (random.nextInt(7)) {
            case 0 -> node.crash(between(50, 1_500) * MILLI);
            case 1 -> node.pausedUntil = now + between(20, 2_500) * MILLI;
            case 2 -> node.wallShift += between(-2_000, 2_000) * (random.nextInt(8) == 0 ? 1_800 : 1);
            case 3 -> node.cutUntil = now + between(100, 2_000) * MILLI;
            case 4 -> any().standAtOnce();
            case 5 -> node.deafUntil = now + between(100, 2_000) * MILLI;
            default -> node.nanoRate = 0.95 + random.nextDouble() * 0.1;
        }
    }

    private Node leader() {
        return nodes.stream().filter(node -> node.isLeader).findFirst().orElse(any());
    }

    private void askTimestamps() {
        Node node = random.nextInt(4) > 0 ? leader() : any();
        long asked = now;
        int count = 1 + random.nextInt(20);
        after(
                between(0, 2 * MILLI),
                () -> node.whenAwake(() -> {
                    Tenure tenure = node.keeper.tenure();
                    long first = tenure == null ? Timestamps.NOT_LEADER : tenure.tryClaim(count);
                    if (first < 0) {
                        node.keeper.want();
                        return;
                    }
                    long late = random.nextInt(20) == 0 ? between(0, 800 * MILLI) : between(0, 2 * MILLI);
                    after(late, () -> timestamps.add(new Answered(asked, now, first, first + count - 1)));
                }));
    }

    private void askRange() {
        long asked = now;
        Command.Reserve command = new Command.Reserve("s", 1 + random.nextInt(50), random.nextBoolean(), "", 0);
        propose(command, reply -> {
            if (reply.isDone()) {
                ranges.add(new Answered(asked, now, reply.value(0), reply.value(1) - 1));
            }
        });
    }

    /** As a client does: to whoever seems to lead, and sometimes twice. */
    private void propose(Command command, Consumer<Reply> answer) {
        for (int times = random.nextInt(10) == 0 ? 2 : 1; times > 0; times--) {
            Node node = random.nextInt(5) > 0 ? leader() : any();
            boolean[] isAnswered = {false};
            send(() -> node.whenAwake(() -> node.append(
                    command,
                    reply -> send(() -> {
                        if (!isAnswered[0]) {
                            isAnswered[0] = true;
                            answer.accept(reply);
                        }
                    }))));
        }
    }

    /** A message: late, lost or doubled. */
    private void send(Runnable message) {
        if (random.nextInt(25) == 0) {
            return;
        }
        for (int times = random.nextInt(30) == 0 ? 2 : 1; times > 0; times--) {
            after(random.nextInt(50) == 0 ? between(0, 900 * MILLI) : between(100_000, 10 * MILLI), message);
        }
    }

    /** One member. */
    private final class Node {

        private final int id;
        private final List<Entry> log = new ArrayList<>();
        private final View view = new View();
        private long currentTerm;
        private int votedFor = -1;

        private boolean isLeader;
        private int commit;
        private int applied;
        private int votes;
        private int incarnation;
        private long deadline;
        private long heartbeat;
        private int[] matched = new int[MEMBERS];
        private AllocatorState state = new AllocatorState(10);
        private Handover handover = new Handover();
        private LeaseExpiry expiry = new LeaseExpiry();
        private BoundKeeper keeper;
        private final Map<Long, Consumer<Reply>> waiting = new HashMap<>();

        private boolean isDown;
        private long pausedUntil;
        private long cutUntil;
        private long deafUntil;
        private long wallShift;
        private double nanoRate = 1;
        private double nanos;
        private long nanosAt;

        private Node(int id) {
            this.id = id;
            this.wallShift = between(-500, 500);
            this.nanos = between(-1L << 60, 1L << 60);
            this.keeper = newKeeper();
        }

        private void begin() {
            deadline = now + between(500, 1_000) * MILLI;
            every(10, () -> whenAwake(this::round));
        }

        private BoundKeeper newKeeper() {
            return new BoundKeeper(TIMES, this::wall, this::nano) {
                @Override
                Tenure begin(long term, long bound) {
                    long wallThen = wall();
                    long nanoThen = nano();
                    return switch (planted) {
                        case UNFENCED_BOUND -> new Tenure(term, 0, Node.this::wall, Node.this::nano);
                        case DRAINED_QUEUE -> new Tenure(term, bound, () -> wallThen, () -> nanoThen);
                        default -> super.begin(term, bound);
                    };
                }
            };
        }

        private long wall() {
            return EPOCH_MILLIS + now / MILLI + wallShift;
        }

        private long nano() {
            nanos += (now - nanosAt) * nanoRate;
            nanosAt = now;
            return (long) nanos;
        }

        /** Later when suspended, never when it has crashed meanwhile. */
        private void whenAwake(Runnable action) {
            int before = incarnation;
            if (isDown) {
                return;
            }
            if (now < pausedUntil) {
                after(pausedUntil - now + between(0, MILLI), () -> {
                    if (incarnation == before) {
                        whenAwake(action);
                    }
                });
            } else {
                action.run();
            }
        }

        private void crash(long nanosDown) {
            if (isDown) {
                return;
            }
            isDown = true;
            isLeader = false;
            incarnation++;
            commit = 0;
            applied = 0;
            state = new AllocatorState(10);
            handover = new Handover();
            expiry = new LeaseExpiry();
            keeper = newKeeper();
            waiting.clear();
            after(nanosDown, () -> {
                isDown = false;
                deadline = now + between(500, 1_000) * MILLI;
            });
        }

        private boolean reaches(Node other) {
            return now >= cutUntil && now >= other.cutUntil && now >= other.deafUntil;
        }

        private void tell(Node other, Runnable message) {
            int before = other.incarnation;
            if (reaches(other)) {
                send(() -> {
                    if (other.incarnation == before && reaches(other)) {
                        other.whenAwake(message);
                    }
                });
            }
        }

        private void round() {
            handover.look(view.lastTerm(), view.lastIndex(), nano());
            if (isLeader && now >= heartbeat) {
                replicate();
            } else if (!isLeader && now >= deadline) {
                stand();
            }
            if (isLeader && applied > 0 && log.get(applied - 1).term == currentTerm) {
                lead();
            } else if (planted != Planted.DRAINED_QUEUE) {
                keeper.follow();
            }
        }

        private void lead() {
            long since = planted == Planted.NO_HANDOVER
                    ? nano() - 3_600_000 * MILLI
                    : handover.sinceNanos(currentTerm, view, nano());
            if (!state.directory().isOpen()) {
                append(new Command.Open(), reply -> {});
                return;
            }
            ReplicatedBound seen =
                    new ReplicatedBound(state.bound(), state.boundTerm(), state.leaseNanos(), state.heldLeases());
            BoundKeeper asked = keeper;
            BoundKeeper.Proposal proposal = asked.next(currentTerm, seen, since);
            if (proposal != null) {
                boolean[] isOver = {false};
                append(proposal.command(), reply -> {
                    if (!isOver[0] && reply.isDone()) {
                        asked.done(proposal);
                    } else {
                        asked.failed(proposal);
                    }
                    isOver[0] = true;
                });
                after(3_000 * MILLI, () -> {
                    isOver[0] = true;
                    asked.failed(proposal);
                });
            }
            for (Command.ExpireLease over : expiry.look(currentTerm, seen.leases(), nano())) {
                append(over, reply -> {});
            }
        }

        private void append(Command command, Consumer<Reply> answer) {
            if (!isLeader) {
                return;
            }
            Entry entry = new Entry(currentTerm, command, ++proposals);
            waiting.put(entry.id, answer);
            log.add(entry);
            matched[id] = log.size();
            replicate();
        }

        private void replicate() {
            heartbeat = now + 100 * MILLI;
            long term = currentTerm;
            for (Node other : nodes) {
                if (other != this) {
                    int from = Math.min(matched[other.id], log.size());
                    long previous = from == 0 ? 0 : log.get(from - 1).term;
                    List<Entry> rest = List.copyOf(log.subList(from, log.size()));
                    int committed = commit;
                    tell(other, () -> other.receive(this, term, from, previous, rest, committed));
                }
            }
        }

        private void receive(Node from, long term, int at, long previous, List<Entry> rest, int committed) {
            if (term < currentTerm) {
                return;
            }
            follow(term);
            deadline = now + between(500, 1_000) * MILLI;
            if (log.size() < at || (at > 0 && log.get(at - 1).term != previous)) {
                tell(from, () -> from.rejected(this, term, Math.max(0, Math.min(at, log.size()) - 5)));
                return;
            }
            for (int i = 0; i < rest.size(); i++) {
                if (log.size() > at + i && log.get(at + i).term != rest.get(i).term) {
                    log.subList(at + i, log.size()).clear();
                }
                if (log.size() == at + i) {
                    log.add(rest.get(i));
                }
            }
            int known = at + rest.size();
            commit = Math.max(commit, Math.min(committed, known));
            apply();
            tell(from, () -> from.acknowledged(this, term, known));
        }

        private void rejected(Node by, long term, int from) {
            if (isLeader && term == currentTerm) {
                matched[by.id] = Math.min(matched[by.id], from);
            }
        }

        private void acknowledged(Node by, long term, int known) {
            if (!isLeader || term != currentTerm) {
                return;
            }
            matched[by.id] = Math.max(matched[by.id], known);
            int[] sorted = matched.clone();
            java.util.Arrays.sort(sorted);
            int majority = sorted[MEMBERS / 2];
            if (majority > commit && log.get(majority - 1).term == currentTerm) {
                commit = majority;
                apply();
            }
        }

        private void apply() {
            while (applied < commit) {
                Entry entry = log.get(applied++);
                long before = state.bound();
                Reply reply = entry.command == null ? Reply.of() : state.apply(entry.term, entry.command);
                if (state.bound() < before) {
                    throw new AssertionError("the bound fell");
                }
                Consumer<Reply> answer = waiting.remove(entry.id);
                if (answer != null && isLeader) {
                    answer.accept(reply);
                }
            }
        }

        private void follow(long term) {
            if (term > currentTerm) {
                currentTerm = term;
                votedFor = -1;
            }
            isLeader = false;
            waiting.clear();
        }

        /** As one to whom leadership is transferred. */
        private void standAtOnce() {
            if (!isDown && !isLeader && now >= pausedUntil) {
                stand();
            }
        }

        private void stand() {
            follow(currentTerm + 1);
            votedFor = id;
            votes = 1;
            deadline = now + between(500, 1_000) * MILLI;
            long term = currentTerm;
            long lastTerm = view.lastTerm();
            int size = log.size();
            for (Node other : nodes) {
                if (other != this) {
                    tell(other, () -> other.vote(this, term, lastTerm, size));
                }
            }
        }

        private void vote(Node candidate, long term, long lastTerm, int size) {
            if (term > currentTerm) {
                follow(term);
            }
            boolean isUpToDate = lastTerm > view.lastTerm() || (lastTerm == view.lastTerm() && size >= log.size());
            if (term == currentTerm && !isLeader && isUpToDate && (votedFor < 0 || votedFor == candidate.id)) {
                votedFor = candidate.id;
                deadline = now + between(500, 1_000) * MILLI;
                tell(candidate, () -> candidate.elected(term, this.id));
            }
        }

        private long votesOfTerm;
        private int voters;

        private void elected(long term, int by) {
            if (term != currentTerm || votedFor != id || isLeader) {
                return;
            }
            if (votesOfTerm != term) {
                votesOfTerm = term;
                voters = 0;
            }
            voters |= 1 << by;
            if (Integer.bitCount(voters) + votes > MEMBERS / 2) {
                isLeader = true;
                leaders++;
                matched = new int[MEMBERS];
                log.add(new Entry(currentTerm, null, ++proposals));
                matched[id] = log.size();
                for (Node other : nodes) {
                    if (other != this) {
                        matched[other.id] = 0;
                    }
                }
                replicate();
            }
        }

        /** Entries count from 0 here. */
        private final class View implements Handover.Log {

            private long lastTerm() {
                return log.isEmpty() ? -1 : log.getLast().term;
            }

            private long lastIndex() {
                return log.size() - 1L;
            }

            @Override
            public long termAt(long index) {
                return index >= 0 && index < log.size() ? log.get((int) index).term : -1;
            }
        }
    }

    /** A gateway that leases a worker id and issues under it. */
    private final class Holder {

        private final int id;
        private double nanoRate = 0.95 + random.nextDouble() * 0.1;
        private long wallShift = between(-300, 300);
        private long pausedUntil;
        private int worker = -1;
        private long epoch;
        private long floor;
        private long mark;
        private long lastIssued;
        private LeasedBound bound = new LeasedBound(() -> mark, this::nano);

        private Holder(int id) {
            this.id = id;
        }

        private long nano() {
            return (long) (now * nanoRate);
        }

        private long wall() {
            return EPOCH_MILLIS + now / MILLI + wallShift;
        }

        private void begin() {
            every(LEASE_MILLIS / 3, this::keep);
            every(3, this::issue);
            every(6_000, () -> {
                if (random.nextBoolean()) {
                    pausedUntil = now + between(100, 8_000) * MILLI;
                } else {
                    wallShift += between(-1_000, 1_000);
                }
            });
        }

        private void keep() {
            if (now < pausedUntil) {
                return;
            }
            long sent = nano();
            long until = LeaseAgent.markAt(wall(), LEASE_MILLIS);
            if (worker < 0) {
                propose(
                        new Command.AcquireLease("holder" + id, 2, LEASE_MILLIS, until),
                        reply -> acquired(reply, sent));
            } else {
                long renewing = epoch;
                propose(new Command.RenewLease(worker, epoch, until), reply -> renewed(reply, renewing, sent));
            }
        }

        private void acquired(Reply reply, long sent) {
            if (reply.isDone() && worker < 0) {
                worker = (int) reply.value(0);
                epoch = reply.value(1);
                floor = planted == Planted.UNMARKED_WORKER ? 0 : reply.value(2);
                lastIssued = 0;
                mark = reply.value(3);
                bound.renew(LeaseAgent.deadlineOf(sent, LEASE_MILLIS));
            }
        }

        private void renewed(Reply reply, long renewing, long sent) {
            if (renewing != epoch) {
                return;
            }
            if (reply.isDone()) {
                mark = reply.value(1);
                bound.renew(LeaseAgent.deadlineOf(sent, LEASE_MILLIS));
            } else if (reply.reason() == Refusal.Reason.LEASE_LOST) {
                worker = -1;
                epoch = -1;
                bound.renew(nano());
            }
        }

        private void issue() {
            long at = Math.max(wall(), Math.max(floor, lastIssued + 1));
            if (now >= pausedUntil && worker >= 0 && at - wall() < 50 && at < bound.position()) {
                lastIssued = at;
                issued.computeIfAbsent(worker, key -> new ArrayList<>()).add(new long[] {epoch, at});
            }
        }
    }
}
