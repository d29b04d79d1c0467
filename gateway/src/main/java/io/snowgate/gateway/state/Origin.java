package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import io.snowgate.gateway.state.Made.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A version that differences to the published document may start from, with those that are made so far. Immutable, but for
 * the note of what was asked for, which all renderings of one document share.
 */
public final class Origin {

    /** What somebody has asked for. */
    private record Asked(AtomicBoolean delta, AtomicBoolean patch) {

        Asked() {
            this(new AtomicBoolean(), new AtomicBoolean());
        }
    }

    private final Content content;
    private final AsciiString availableDictionary;
    private final boolean dictionary;
    private final Asked asked;
    private final List<Representation> deltas;
    private final List<Representation> patches;

    private Origin(
            Content content,
            AsciiString availableDictionary,
            boolean dictionary,
            Asked asked,
            List<Representation> deltas,
            List<Representation> patches) {
        this.content = content;
        this.availableDictionary = availableDictionary;
        this.dictionary = dictionary;
        this.asked = asked;
        this.deltas = deltas;
        this.patches = patches;
    }

    /**
     * An origin from which nothing is made yet, and nobody has asked.
     *
     * @param dictionary whether a browser may have it as its dictionary
     */
    static Origin of(Content content, boolean dictionary) {
        return new Origin(content, content.availableDictionary(), dictionary, new Asked(), List.of(), List.of());
    }

    /** The document coded with this version as dictionary; empty when that is not made, or no shorter. */
    public List<Representation> deltas() {
        return deltas;
    }

    /** What leads from this version to the document, in every coding; empty when that is not made, or no shorter. */
    public List<Representation> patches() {
        return patches;
    }

    /** Whether {@code availableDictionary}, as a client sends it, names this version. */
    boolean isNamedBy(CharSequence name) {
        return dictionary && availableDictionary.contentEquals(name);
    }

    /** Whether {@code tag} begins with the hash of this version, at {@code offset}. */
    boolean isTaggedBy(String tag, int offset) {
        return AsciiString.regionMatches(content.etag(), false, 1, tag, offset, Content.TAG_CHARS);
    }

    Content content() {
        return content;
    }

    boolean isDictionary() {
        return dictionary;
    }

    /** Notes that {@code kind} is wanted; true for the first who says so. */
    boolean ask(Kind kind) {
        AtomicBoolean note = kind == Kind.DELTA ? asked.delta() : asked.patch();
        return !note.get() && note.compareAndSet(false, true);
    }

    /** This origin at another moment, with those of {@code made} that start here besides. */
    Origin again(Rendering rendering, Labels labels, Content to, long lastModifiedMillis, List<Made> made) {
        List<Representation> newDeltas = new ArrayList<>(rendering.again(deltas));
        List<Representation> newPatches = new ArrayList<>(rendering.again(patches));
        for (Made each : made) {
            if (each.isFrom(content) && each.kind() == Kind.DELTA) {
                Label label = labels.difference(to, content, each.coding(), lastModifiedMillis);
                rendering.addNew(newDeltas, label, each.body());
            } else if (each.isFrom(content) && each.kind() == Kind.PATCH) {
                Label label = labels.patch(to, each.coding(), lastModifiedMillis);
                rendering.addNew(newPatches, label, each.body());
            }
        }
        return new Origin(
                content, availableDictionary, dictionary, asked, List.copyOf(newDeltas), List.copyOf(newPatches));
    }
}
