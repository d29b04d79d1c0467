package io.snowgate.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks in a history for what must not be. For these objects that is all there is to look for: a history in which no value
 * comes twice, and in which what was answered before something else was asked for is lower, is one that a single counter
 * could have answered in some order.
 *
 * <p>Sorts once; nothing is tried out.
 */
final class Checker {

    private final List<Operation> unreadable;
    private final Map<Kind, List<Operation>> answered;
    private final Map<Kind, Gaps> gaps = new TreeMap<>();

    Checker(List<Operation> history) {
        this.unreadable = history.stream().filter(Operation::isUnreadable).toList();
        this.answered = history.stream()
                .filter(Operation::isAnswered)
                .collect(Collectors.groupingBy(Operation::kind, TreeMap::new, Collectors.toList()));
        answered.keySet().stream().filter(Kind::isSequence).forEach(kind -> gaps.put(kind, Gaps.of(kind, history)));
    }

    /** What is wrong, a line each; nothing when all is well. */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        unreadable.forEach(one -> violations.add(one.kind() + " of " + one.gateway() + " is " + one.failure()));
        answered.forEach((kind, operations) -> {
            overlaps(kind, operations, violations);
            switch (kind.order()) {
                case EVERYWHERE -> inversions(kind.name(), operations, violations);
                case PER_GATEWAY ->
                    by(Operation::gateway, operations)
                            .forEach((gateway, own) -> inversions(kind + " of " + gateway, own, violations));
                case NONE -> {}
            }
        });
        gaps.forEach((kind, missing) -> {
            if (kind.isGapless() && missing.unexplained() > 0) {
                violations.add(kind + " has gaps that no request explains: " + missing);
            }
        });
        return violations;
    }

    /** Values of sequences that nobody got. */
    Map<Kind, Gaps> gaps() {
        return gaps;
    }

    private record Owned(Run run, Operation by) {}

    private static void overlaps(Kind kind, List<Operation> operations, List<String> violations) {
        List<Owned> sorted = new ArrayList<>();
        operations.forEach(one -> one.runs().forEach(run -> sorted.add(new Owned(run, one))));
        sorted.sort(Comparator.comparingLong(owned -> owned.run.first()));
        for (int i = 1; i < sorted.size(); i++) {
            Owned low = sorted.get(i - 1);
            Owned high = sorted.get(i);
            if (high.run.first() <= low.run.last()) {
                violations.add(kind + " twice: " + high.run.first() + " by " + low.by.toLine() + " and by "
                        + high.by.toLine());
                if (low.run.last() > high.run.last()) {
                    sorted.set(i, low);
                }
            }
        }
    }

    private static void inversions(String what, List<Operation> operations, List<String> violations) {
        List<Operation> byBegin = new ArrayList<>(operations);
        byBegin.sort(Comparator.comparingLong(Operation::beginNanos));
        List<Operation> byEnd = new ArrayList<>(operations);
        byEnd.sort(Comparator.comparingLong(Operation::endNanos));
        int ended = 0;
        Operation highest = null;
        for (Operation one : byBegin) {
            while (ended < byEnd.size() && byEnd.get(ended).endNanos() < one.beginNanos()) {
                Operation over = byEnd.get(ended++);
                highest = highest == null || over.highest() > highest.highest() ? over : highest;
            }
            if (highest != null && one.lowest() <= highest.highest()) {
                violations.add(what + " fell: " + one.toLine() + " was asked for after " + highest.toLine());
            }
        }
    }

    private static <K> Map<K, List<Operation>> by(Function<Operation, K> key, List<Operation> operations) {
        return operations.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }
}
