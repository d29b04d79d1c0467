package io.snowgate.cluster;

import io.snowgate.generator.EpochClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a cluster can be told. What is wrong by itself is refused at once; what depends on what else is told, when all
 * has been told ({@link #checked}).
 *
 * <p>A cluster begins with 1, 3 or 5 members: with an even number one more of them must be up for a majority, and no more
 * may be down. While it runs, members are added and removed one at a time, so that it passes through 2, 4 and 6 of them;
 * a member that starts meanwhile is told as many, and no list of 1 to 6 is refused here. Only to begin with 2, 4 or 6 is.
 *
 * @param clusterId a name, the same for all members; those of other clusters are not talked to
 * @param members who votes at the first start; later starts read that from the log and need these to be reachable only in
 *     part
 * @param self which of them this is; null for a client
 * @param groups over how many Raft groups sequences are spread; the same for all and for ever
 * @param directory where a member keeps its logs; null for a client
 * @param tls needed unless every member's address is a loopback one
 * @param times how long things take
 * @param maxSequences the most names per group; the same for all, because each member decides by it what the log means
 * @param events who hears of what happens
 * @param wallClock the time of timestamps; may step
 * @param nanoClock {@link System#nanoTime}, or a test's
 */
public record ClusterOptions(
        String clusterId,
        List<Member> members,
        @Nullable String self,
        int groups,
        @Nullable Path directory,
        @Nullable ClusterTls tls,
        Times times,
        int maxSequences,
        ClusterEvents events,
        EpochClock wallClock,
        LongSupplier nanoClock) {

    /** Where a cluster of several members is not told otherwise. */
    public static final int DEFAULT_GROUPS = 3;

    private static final int DEFAULT_MAX_SEQUENCES = 100_000;

    /** How many members a cluster may begin with. */
    static final List<Integer> FIRST_MEMBERS = List.of(1, 3, 5);

    /** The most members: five, and one that is to replace another. */
    static final int MAX_MEMBERS = 6;

    /** The most groups. */
    public static final int MAX_GROUPS = 64;

    /**
     * How long things take.
     *
     * @param electionMin the shortest time without a leader after which a member stands for election
     * @param electionMax the longest
     * @param request how long a request through the log may take
     * @param window how far the bound of timestamps is committed ahead
     * @param readLease how long a leader may answer timestamps after it has last committed something
     * @param workerLease how long a worker id is leased
     * @param ticketKeys after how long there is a new ticket key
     */
    public record Times(
            Duration electionMin,
            Duration electionMax,
            Duration request,
            Duration window,
            Duration readLease,
            Duration workerLease,
            Duration ticketKeys) {

        /** What is right for machines in one region. */
        public static final Times DEFAULT = new Times(
                Duration.ofMillis(300),
                Duration.ofMillis(600),
                Duration.ofSeconds(3),
                Duration.ofSeconds(1),
                Duration.ofMillis(400),
                Duration.ofSeconds(10),
                Duration.ofHours(6));

        /** Refuses times that do not fit together. */
        public Times {
            requireSpan("the election timeout", electionMin, 50, 60_000);
            requireSpan("the longest election timeout", electionMax, electionMin.toMillis() + 1, 120_000);
            requireSpan("the request timeout", request, 100, 60_000);
            requireSpan("the read lease", readLease, 20, 10_000);
            requireSpan("the window of timestamps", window, 2 * readLease.toMillis(), 3_600_000);
            requireSpan("the worker lease", workerLease, 300, 3_600_000);
            requireSpan("the age of a ticket key", ticketKeys, 1_000, 604_800_000);
        }

        private static void requireSpan(String name, Duration span, long minMillis, long maxMillis) {
            if (span.toMillis() < minMillis || span.toMillis() > maxMillis) {
                throw new IllegalArgumentException(
                        name + " must be " + minMillis + ".." + maxMillis + " ms: " + span.toMillis());
            }
        }
    }

    /** Refuses what is wrong by itself, with a message for whoever configured it. */
    public ClusterOptions {
        members = List.copyOf(members);
        if (!clusterId.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException(
                    "a cluster id must be 1..64 of A-Z, a-z, 0-9, '.', '_' and '-': " + clusterId);
        }
        if (groups < 1 || groups > MAX_GROUPS) {
            throw new IllegalArgumentException("groups must be 1.." + MAX_GROUPS + ": " + groups);
        }
        if (maxSequences < 1) {
            throw new IllegalArgumentException("the most sequences must be 1 or more: " + maxSequences);
        }
        requireMembers(members);
        if (self != null && find(members, self) == null) {
            throw new IllegalArgumentException("no member has the id " + self + "; there are "
                    + members.stream().map(Member::id).toList());
        }
        if (self != null && directory == null) {
            throw new IllegalArgumentException("a member needs a data directory: " + self);
        }
    }

    /**
     * These options, when nothing is missing.
     *
     * @throws IllegalArgumentException when a member is not on loopback and there are no certificates, with a message for
     *     whoever configured it
     */
    public ClusterOptions checked() {
        requireTls(members, tls);
        return this;
    }

    /** A member's options, with every default. */
    public static ClusterOptions ofMember(String clusterId, List<Member> members, String self, Path directory) {
        return withDefaults(clusterId, members, self, directory);
    }

    /** A client's options, with every default; {@code members} are those to ask first. */
    public static ClusterOptions ofClient(String clusterId, List<Member> members) {
        return withDefaults(clusterId, members, null, null);
    }

    private static ClusterOptions withDefaults(
            String clusterId, List<Member> members, @Nullable String self, @Nullable Path directory) {
        return new ClusterOptions(
                clusterId,
                members,
                self,
                DEFAULT_GROUPS,
                directory,
                null,
                Times.DEFAULT,
                DEFAULT_MAX_SEQUENCES,
                ClusterEvents.NONE,
                EpochClock.system(),
                System::nanoTime);
    }

    /** The same with another number of groups. */
    public ClusterOptions withGroups(int newGroups) {
        return new ClusterOptions(
                clusterId, members, self, newGroups, directory, tls, times, maxSequences, events, wallClock, nanoClock);
    }

    /** The same with mutual TLS. */
    public ClusterOptions withTls(ClusterTls newTls) {
        return new ClusterOptions(
                clusterId, members, self, groups, directory, newTls, times, maxSequences, events, wallClock, nanoClock);
    }

    /** The same with other times. */
    public ClusterOptions withTimes(Times newTimes) {
        return new ClusterOptions(
                clusterId, members, self, groups, directory, tls, newTimes, maxSequences, events, wallClock, nanoClock);
    }

    /** The same with another limit on names. */
    public ClusterOptions withMaxSequences(int newMax) {
        return new ClusterOptions(
                clusterId, members, self, groups, directory, tls, times, newMax, events, wallClock, nanoClock);
    }

    /** The same with somebody who hears of what happens. */
    public ClusterOptions withEvents(ClusterEvents newEvents) {
        return new ClusterOptions(
                clusterId, members, self, groups, directory, tls, times, maxSequences, newEvents, wallClock, nanoClock);
    }

    /** The same with other clocks. */
    public ClusterOptions withClocks(EpochClock newWallClock, LongSupplier newNanoClock) {
        return new ClusterOptions(
                clusterId,
                members,
                self,
                groups,
                directory,
                tls,
                times,
                maxSequences,
                events,
                newWallClock,
                newNanoClock);
    }

    /** Which of the members this is, or null for a client. */
    @Nullable
    Member selfMember() {
        return self == null ? null : find(members, self);
    }

    private static @Nullable Member find(List<Member> members, String id) {
        return members.stream()
                .filter(member -> member.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private static void requireMembers(List<Member> members) {
        Set<String> ids = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        for (Member member : members) {
            if (!ids.add(member.id())) {
                throw new IllegalArgumentException("two members have the id " + member.id());
            }
            if (!addresses.add(member.peerAddress())) {
                throw new IllegalArgumentException("two members have the address " + member.peerAddress());
            }
        }
        if (members.isEmpty() || members.size() > MAX_MEMBERS) {
            throw new IllegalArgumentException("a cluster must have 1, 3 or 5 members, and " + MAX_MEMBERS
                    + " at most while they change: " + members.size());
        }
    }

    private static void requireTls(List<Member> members, @Nullable ClusterTls tls) {
        for (Member member : members) {
            if (tls == null && !isLoopback(member.peerAddress())) {
                throw new IllegalArgumentException("member " + member.id() + " is at " + member.peerAddress()
                        + ", which is not a loopback address: the members need certificates to know each other by");
            }
        }
    }

    private static boolean isLoopback(String peerAddress) {
        try {
            return InetAddress.getByName(peerAddress.substring(0, peerAddress.lastIndexOf(':')))
                    .isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
