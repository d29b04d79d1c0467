package io.snowgate.gateway.state;

import io.netty.util.AsciiString;

/**
 * One version of the state at one moment: what it says, since when, when that was last confirmed, and its answers made
 * ahead. Immutable; any thread. Read it from {@link StatePublisher#current()} for each request and do not keep it: its
 * buffers go when the next one is published.
 */
public final class StateDocument {

    private final Content content;
    private final long version;
    private final long lastModifiedMillis;
    private final Moment confirmation;
    private final Representation identity;

    StateDocument(
            Content content, long version, long lastModifiedMillis, Moment confirmation, Representation identity) {
        this.content = content;
        this.version = version;
        this.lastModifiedMillis = lastModifiedMillis;
        this.confirmation = confirmation;
        this.identity = identity;
    }

    /** The unencoded representation. */
    public Representation identity() {
        return identity;
    }

    /** Counts the contents this publisher has published, from 1: a later content has a higher number. */
    public long version() {
        return version;
    }

    /** The strong entity tag of the unencoded content, with its quotes. */
    public AsciiString etag() {
        return content.etag();
    }

    /** Length of the unencoded content. */
    public int sizeBytes() {
        return content.bytes().length;
    }

    /** The unencoded content, copied. */
    public byte[] copyBytes() {
        return content.bytes().clone();
    }

    /** When this content was first seen, in milliseconds since 1970. */
    public long lastModifiedMillis() {
        return lastModifiedMillis;
    }

    /** When a refresh last found this content, in milliseconds since 1970. */
    public long confirmedMillis() {
        return confirmation.epochMillis();
    }

    Content content() {
        return content;
    }

    Moment confirmation() {
        return confirmation;
    }
}
