package io.snowgate.cluster;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state machines of this member, one per group that has come to it; a group that has not shows an empty state. */
final class AllocatorStateMachines {

    private final Map<Integer, AllocatorStateMachine> byIndex = new ConcurrentHashMap<>();

    void put(int group, AllocatorStateMachine machine) {
        byIndex.put(group, machine);
    }

    ReplicatedBound bound(int group) {
        AllocatorStateMachine machine = machine(group);
        return machine == null ? ReplicatedBound.NONE : machine.bound();
    }

    Directory directory(int group) {
        AllocatorStateMachine machine = machine(group);
        return machine == null ? Directory.EMPTY : machine.directory();
    }

    long appliedIndex(int group) {
        AllocatorStateMachine machine = machine(group);
        return machine == null ? -1 : machine.getLastAppliedTermIndex().getIndex();
    }

    private @Nullable AllocatorStateMachine machine(int group) {
        return byIndex.get(group);
    }
}
