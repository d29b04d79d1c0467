package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One version of the state at one moment: what it says, since when, when that was last confirmed, and its answers made
 * ahead. Immutable; any thread. Read it from {@link StatePublisher#current()} for each request and do not keep it: its
 * buffers go when the next one is published.
 *
 * <p>The first version, and one that is slow to code, is published as it is, and again with its codings, its deltas and its
 * patches once they are made; so lists that may be short grow, and what is not there yet is not an error.
 */
public final class StateDocument {

    private final Content content;
    private final long version;
    private final long lastModifiedMillis;
    private final Moment confirmation;
    private final Moment rendered;
    private final long timestamp;
    private final boolean refused;
    private final List<Representation> representations;
    private final List<Representation> dictionary;
    private final List<Origin> origins;
    private final byte @Nullable [] patchFromPrevious;
    private final List<Representation> all;

    /** Takes over the buffers of {@code rendering}. */
    StateDocument(
            Content content,
            long version,
            long lastModifiedMillis,
            Moment confirmation,
            Moment rendered,
            long timestamp,
            boolean refused,
            List<Representation> representations,
            List<Representation> dictionary,
            List<Origin> origins,
            byte @Nullable [] patchFromPrevious,
            Rendering rendering) {
        this.content = content;
        this.version = version;
        this.lastModifiedMillis = lastModifiedMillis;
        this.confirmation = confirmation;
        this.rendered = rendered;
        this.timestamp = timestamp;
        this.refused = refused;
        this.representations = representations;
        this.dictionary = dictionary;
        this.origins = origins;
        this.patchFromPrevious = patchFromPrevious;
        this.all = rendering.all();
    }

    /** The unencoded representation. */
    public Representation identity() {
        return representations.getFirst();
    }

    /** The document in every coding that is made, the unencoded one first. */
    public List<Representation> representations() {
        return representations;
    }

    /** The version that browsers are to take as dictionary, in every coding; empty where they are not to. */
    public List<Representation> dictionary() {
        return dictionary;
    }

    /** The version that {@code availableDictionary} of a request names; null when it is unknown here. */
    public @Nullable Origin originByDictionary(CharSequence availableDictionary) {
        for (int i = 0; i < origins.size(); i++) {
            if (origins.get(i).isNamedBy(availableDictionary)) {
                return origins.get(i);
            }
        }
        return null;
    }

    /** The version whose tag stands in {@code text}, without its quote, at {@code offset}; null when it is unknown here. */
    public @Nullable Origin originByTag(String text, int offset) {
        for (int i = 0; i < origins.size(); i++) {
            if (origins.get(i).isTaggedBy(text, offset)) {
                return origins.get(i);
            }
        }
        return null;
    }

    /**
     * What leads here from the version before, as a JSON Patch in one line; null when there is none that is shorter than
     * the document. Nobody writes to it.
     */
    public byte @Nullable [] patchFromPrevious() {
        return patchFromPrevious;
    }

    /** Whether it is older than it may be and its state is to be refused then, rather than served. */
    public boolean isRefused() {
        return refused;
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
        return content.sizeBytes();
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

    /** The oracle's, of after this gateway had got this content; 0 without one, or while it has not answered. */
    public long timestamp() {
        return timestamp;
    }

    Content content() {
        return content;
    }

    Moment confirmation() {
        return confirmation;
    }

    /** When its answers were written. */
    Moment rendered() {
        return rendered;
    }

    List<Origin> origins() {
        return origins;
    }

    /** Lets go of the publisher's references to every buffer. */
    void release() {
        all.forEach(Representation::release);
    }
}
