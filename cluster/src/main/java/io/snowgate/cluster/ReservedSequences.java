package io.snowgate.cluster;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sequences of one gateway: what it has reserved, by name, and the way to the group that each name belongs to. */
final class ReservedSequences implements Sequences {

    private final List<? extends GroupLog> groups;
    private final ClusterOptions options;
    private final Map<String, ReservedSequence> sequences = new ConcurrentHashMap<>();

    ReservedSequences(List<? extends GroupLog> groups, ClusterOptions options) {
        this.groups = groups;
        this.options = options;
    }

    /** Which group a name belongs to: by the characters alone, so that everybody agrees. */
    static int groupOf(String name, int groups) {
        return Math.floorMod((name.hashCode() * 0x9E3779B9) >>> 16, groups);
    }

    @Override
    public @Nullable Range tryClaim(String name, long count) {
        requireCount(count);
        ReservedSequence sequence = sequences.get(name);
        return sequence == null ? null : sequence.tryClaim((int) count);
    }

    @Override
    public CompletionStage<SequenceResult> claim(String name, long count) {
        Refusal malformed = check(name, count);
        if (malformed != null) {
            return CompletableFuture.completedFuture(malformed);
        }
        ReservedSequence known = sequences.get(name);
        return known == null ? begin(name, (int) count) : known.claim((int) count);
    }

    private CompletionStage<SequenceResult> begin(String name, int count) {
        long most = (long) options.maxSequences() * groups.size();
        if (sequences.size() >= most) {
            return CompletableFuture.completedFuture(new Refusal(
                    Refusal.Reason.TOO_MANY_SEQUENCES, "there are " + most + " sequences, which is all there may be"));
        }
        ReservedSequence sequence = sequences.computeIfAbsent(
                name, key -> new ReservedSequence(key, logOf(key), options.events(), options.nanoClock()));
        return sequence.claim(count).thenApply(result -> forgetRefused(name, sequence, result));
    }

    /** A name that the log does not take leaves nothing behind here. */
    private SequenceResult forgetRefused(String name, ReservedSequence sequence, SequenceResult result) {
        if (result instanceof Refusal refusal && refusal.reason() == Refusal.Reason.TOO_MANY_SEQUENCES) {
            sequences.remove(name, sequence);
        }
        return result;
    }

    @Override
    public CompletionStage<SequenceResult> claimStrict(String name, long count, @Nullable String idempotencyKey) {
        Refusal malformed = check(name, count);
        String key = idempotencyKey == null ? "" : idempotencyKey;
        if (malformed == null && idempotencyKey != null && (key.isEmpty() || key.length() > MAX_KEY_LENGTH)) {
            malformed = new Refusal(
                    Refusal.Reason.MALFORMED,
                    "an idempotency key must have 1.." + MAX_KEY_LENGTH + " characters: " + key.length());
        }
        return malformed == null
                ? logOf(name)
                        .propose(new Command.Reserve(name, count, true, key, 0))
                        .thenApply(ReservedSequences::rangeOf)
                : CompletableFuture.completedFuture(malformed);
    }

    @Override
    public CompletionStage<SequenceReport> report(String name) {
        if (!Sequences.isName(name)) {
            return CompletableFuture.completedFuture(reportOf(name, malformedName(name)));
        }
        return logOf(name).ask(new Query.Report(name)).thenApply(reply -> reportOf(name, reply));
    }

    @Override
    public CompletionStage<SequenceResult> resetForward(String name, long next) {
        Refusal malformed = check(name, 1);
        return malformed == null
                ? logOf(name).propose(new Command.ResetForward(name, next)).thenApply(ReservedSequences::rangeOf)
                : CompletableFuture.completedFuture(malformed);
    }

    void close() {
        sequences.values().forEach(ReservedSequence::close);
    }

    private GroupLog logOf(String name) {
        return groups.get(groupOf(name, groups.size()));
    }

    private SequenceReport reportOf(String name, Reply reply) {
        ReservedSequence sequence = sequences.get(name);
        return new SequenceReport(
                name,
                reply.value(0),
                reply.value(1),
                reply.value(2),
                reply.value(3),
                reply.value(4),
                sequence == null ? 0 : sequence.held(),
                reply.isDone() ? null : reply.toRefusal());
    }

    /** A reset to where the sequence already is passes over nothing, and has the value before it. */
    private static SequenceResult rangeOf(Reply reply) {
        if (!reply.isDone()) {
            return reply.toRefusal();
        }
        long to = reply.value(1);
        return reply.value(0) < to ? new Range(reply.value(0), to) : new Range(Math.max(1, to - 1), Math.max(2, to));
    }

    private static @Nullable Refusal check(String name, long count) {
        if (!Sequences.isName(name)) {
            return malformedName(name).toRefusal();
        }
        if (count < 1 || count > MAX_COUNT) {
            return new Refusal(Refusal.Reason.MALFORMED, "a count must be 1.." + MAX_COUNT + ": " + count);
        }
        return null;
    }

    private static Reply malformedName(String name) {
        return Reply.refused(
                Refusal.Reason.MALFORMED,
                "a name must be 1.." + MAX_NAME_LENGTH + " of A-Z, a-z, 0-9, '.', '_' and '-': "
                        + name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)));
    }

    private static void requireCount(long count) {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("a count must be 1.." + MAX_COUNT + ": " + count);
        }
    }
}
