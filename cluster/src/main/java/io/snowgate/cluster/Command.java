package io.snowgate.cluster;

/**
 * What the log of a group is made of. Each one says what it expects, a term, a value or an epoch, and changes nothing
 * when that is no longer so: one that comes late, or twice, does no harm.
 */
sealed interface Command {

    /** From now on the group hands out: all its first members keep its log. Until then everything else is refused. */
    record Open() implements Command {}

    /** Where clients reach a member; an empty address for one that is a member no more. */
    record Announce(String member, String publicAddress) implements Command {}

    /**
     * Moves the bound of timestamps.
     *
     * @param term the term of the leader that proposes; in an entry of another one this is refused
     * @param expected where the bound stands
     * @param leaseNanos for how long, at most, anybody will answer on the strength of this or of what came before: the leader
     *     that proposes, and until it begins to answer itself, also the one before
     */
    record RaiseBound(long term, long expected, long bound, long leaseNanos) implements Command {}

    /**
     * Takes the next values of a sequence. What is expected is the entry's own place in the log: there is one order of
     * reservations, and each begins where the one before has ended.
     *
     * @param isStrict whether one request claims, rather than a gateway that reserves
     * @param key what makes a repetition get the same range; empty for none
     * @param lost how many values reserved before will not be handed out, to be counted
     */
    record Reserve(String name, long count, boolean isStrict, String key, long lost) implements Command {}

    /** Lets a sequence go on at {@code next}. */
    record ResetForward(String name, long next) implements Command {}

    /**
     * Leases a worker id, the one that this holder had before if that is free.
     *
     * @param workers how many worker ids there are
     * @param lengthMillis how long the lease holds unless it is renewed
     * @param issueBefore a time that is not reached under this lease, in ms since 1970, unless it is renewed with a
     *     later one
     */
    record AcquireLease(String holder, int workers, long lengthMillis, long issueBefore) implements Command {}

    /** Renews a lease that has not been given to anybody else. */
    record RenewLease(int worker, long epoch, long issueBefore) implements Command {}

    /** Gives a worker id back; {@code issueBefore} is then what was really used. */
    record ReleaseLease(int worker, long epoch, long issueBefore) implements Command {}

    /**
     * Ends a lease that the leader of this term has not seen renewed for as long as it lasts.
     *
     * @param renewals how many renewals there had been when the leader began to wait
     */
    record ExpireLease(long term, int worker, long epoch, long renewals) implements Command {}

    /** The next ticket key. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record RotateKey(long expectedGeneration, byte[] material) implements Command {}
}
