package io.snowgate.cluster;

import io.snowgate.generator.MonotonicCounter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one gateway has reserved of one sequence: a range to hand out from, and the next one behind it.
 *
 * <pre>
 *   current ├─ handed out ─┼──── free ────┤      ahead ├───────────────────┤
 *                          └ past half: the log is asked for the next
 * </pre>
 *
 * <p>How much is reserved at a time follows the rate: what lasted for less than half a second is made four times as much,
 * what lasted for more than five seconds half as much. A range that is left for the next one hands out nothing more, so
 * that values of one gateway rise.
 *
 * <p>Any thread. A claim from memory is one fetch-and-add; the lock is only for changes of ranges.
 */
final class ReservedSequence {

    static final int LEAST = 64;
    static final int MOST = 1 << 26;

    private static final int MAX_WAITING = 10_000;
    private static final long SHORT_NANOS = 500_000_000L;
    private static final long LONG_NANOS = 5_000_000_000L;

    private final String name;
    private final GroupLog log;
    private final ClusterEvents events;
    private final LongSupplier nanoClock;
    private final AtomicReference<Held> current = new AtomicReference<>(Held.nothing());
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable Held ahead;
    private boolean isReserving;
    private boolean isClosed;
    private long size = LEAST;
    private long reservedNanos;
    private long lost;

    private static final class Held {

        private final MonotonicCounter counter;
        private final long from;
        private final long to;

        private Held(long from, long to) {
            this.counter = new MonotonicCounter(from);
            this.from = from;
            this.to = to;
        }

        private static Held nothing() {
            return new Held(1, 1);
        }

        private long claim(int count) {
            return counter.claim(count, 0, to);
        }

        private boolean isPastHalf(long value) {
            return value - from >= (to - from) / 2;
        }

        private long left() {
            return Math.max(0, to - counter.next());
        }

        /** Hands out nothing more, and says what is left over. */
        private long end() {
            return Math.max(0, to - counter.close());
        }
    }

    private record Waiting(int count, CompletableFuture<SequenceResult> answer) {}

    private record Answer(CompletableFuture<SequenceResult> to, SequenceResult result) {
        private void give() {
            to.complete(result);
        }
    }

    ReservedSequence(String name, GroupLog log, ClusterEvents events, LongSupplier nanoClock) {
        this.name = name;
        this.log = log;
        this.events = events;
        this.nanoClock = nanoClock;
        this.reservedNanos = nanoClock.getAsLong() - SHORT_NANOS;
    }

    @Nullable
    Range tryClaim(int count) {
        Held held = current.getAcquire();
        long first = held.claim(count);
        if (first < 0) {
            return claimAhead(held, count);
        }
        if (held.isPastHalf(first + count)) {
            reserveAhead();
        }
        return new Range(first, first + count);
    }

    CompletableFuture<SequenceResult> claim(int count) {
        Range range = tryClaim(count);
        return range == null ? await(count) : CompletableFuture.completedFuture(range);
    }

    /** How many values are reserved here and not handed out. */
    synchronized long held() {
        return current.getAcquire().left() + (ahead == null ? 0 : ahead.left());
    }

    /** Hands out nothing more. */
    void close() {
        List<Answer> answers = new ArrayList<>();
        long unused;
        synchronized (this) {
            isClosed = true;
            unused = current.getAcquire().end() + (ahead == null ? 0 : ahead.end());
            ahead = null;
            refuseAll(new Refusal(Refusal.Reason.CLOSED, RatisGroup.CLOSED), answers);
        }
        answers.forEach(Answer::give);
        tellLost(unused);
    }

    private @Nullable Range claimAhead(Held tried, int count) {
        long unused;
        Range range;
        synchronized (this) {
            Held held = current.getAcquire();
            unused = held == tried ? moveAhead(count) : 0;
            long first = current.getAcquire().claim(count);
            range = first < 0 ? null : new Range(first, first + count);
        }
        tellLost(unused);
        return range;
    }

    /** Leaves the current range for the next if that is long enough; what was left over is lost. */
    private long moveAhead(int count) {
        Held next = ahead;
        if (next == null || next.left() < count) {
            return 0;
        }
        ahead = null;
        long unused = current.getAcquire().end();
        current.setRelease(next);
        lost += unused;
        return unused;
    }

    private CompletableFuture<SequenceResult> await(int count) {
        CompletableFuture<SequenceResult> answer = new CompletableFuture<>();
        synchronized (this) {
            if (isClosed) {
                answer.complete(new Refusal(Refusal.Reason.CLOSED, RatisGroup.CLOSED));
            } else if (waiting.size() >= MAX_WAITING) {
                answer.complete(new Refusal(
                        Refusal.Reason.UNAVAILABLE,
                        MAX_WAITING + " claims wait for the sequence " + name + " already"));
            } else {
                waiting.add(new Waiting(count, answer));
            }
        }
        reserveAhead();
        return answer;
    }

    private void reserveAhead() {
        Command.Reserve command;
        synchronized (this) {
            if (isReserving || isClosed || (ahead != null && waiting.isEmpty())) {
                return;
            }
            isReserving = true;
            command = new Command.Reserve(name, nextSize(), false, "", lost);
            lost = 0;
        }
        GroupLog.then(log.propose(command), reply -> reserved(command, reply));
    }

    private long nextSize() {
        long now = nanoClock.getAsLong();
        long lasted = now - reservedNanos;
        reservedNanos = now;
        if (lasted < SHORT_NANOS) {
            size = Math.min(size * 4, MOST);
        } else if (lasted > LONG_NANOS) {
            size = Math.max(size / 2, LEAST);
        }
        long wanted = 0;
        for (Waiting one : waiting) {
            wanted += one.count;
        }
        return Math.min(Math.max(size, wanted), Sequences.MAX_COUNT);
    }

    private void reserved(Command.Reserve command, Reply reply) {
        List<Answer> answers = new ArrayList<>();
        long unused = 0;
        boolean isMoreWanted;
        synchronized (this) {
            isReserving = false;
            if (reply.isDone()) {
                unused = add(new Held(reply.value(0), reply.value(1)));
                unused += serve(answers);
            } else {
                lost += command.lost();
                unused = reply.reason() == Refusal.Reason.TIMEOUT ? command.count() : 0;
                refuseAll(reply.toRefusal(), answers);
            }
            isMoreWanted = !waiting.isEmpty();
        }
        answers.forEach(Answer::give);
        if (reply.isDone()) {
            events.rangeReserved(name, command.count());
        }
        tellLost(unused);
        if (isMoreWanted) {
            reserveAhead();
        }
    }

    private long add(Held held) {
        if (isClosed) {
            return held.end();
        }
        long unused = 0;
        if (ahead != null) {
            unused = current.getAcquire().end();
            current.setRelease(ahead);
            lost += unused;
        }
        ahead = held;
        return unused;
    }

    private long serve(List<Answer> answers) {
        long unused = 0;
        while (!waiting.isEmpty()) {
            int count = waiting.getFirst().count;
            long first = current.getAcquire().claim(count);
            if (first < 0) {
                unused += moveAhead(count);
                first = current.getAcquire().claim(count);
            }
            if (first < 0) {
                break;
            }
            answers.add(new Answer(waiting.removeFirst().answer, new Range(first, first + count)));
        }
        return unused;
    }

    private void refuseAll(Refusal refusal, List<Answer> answers) {
        while (!waiting.isEmpty()) {
            answers.add(new Answer(waiting.removeFirst().answer, refusal));
        }
    }

    private void tellLost(long values) {
        if (values > 0) {
            events.rangeLost(name, values);
        }
    }
}
