package io.snowgate.gateway.endpoint;

/** What a gateway does that is asked for timestamps and does not lead. */
public enum Follower {
    /** Asks the leader on behalf of the client. */
    FORWARD,
    /** Sends the client to the leader: 307. */
    REDIRECT,
    /** Refuses in the words of EpicEpoch, whose clients then ask who leads: 409. */
    REJECT
}
