package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import io.snowgate.gateway.state.Made.Kind;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts documents together: a new content as it is, and a published one at another moment, with what has been made of it
 * meanwhile. Confined to the publisher's thread. Who gets a document owns its buffers; when one cannot be had, nothing is
 * left over.
 */
final class Composer {

    private static final long NO_TIMESTAMP = 0;

    private final StateOptions options;
    private final Labels labels;
    private final Renderer renderer;
    private final Versions versions;

    Composer(StateOptions options, FieldBlock common) {
        this.options = options;
        this.labels = new Labels(options);
        this.renderer = new Renderer(common);
        this.versions = new Versions(options);
    }

    /** The first document of {@code content}, which comes after {@code old}. */
    StateDocument compose(Content content, @Nullable StateDocument old, Moment now) {
        versions.next(content, old == null ? null : old.content(), old == null || dictionaryWorks(old), now);
        Rendering rendering = rendering(now, now, NO_TIMESTAMP);
        try {
            long modified = now.epochMillis();
            Representation identity =
                    rendering.anew(labels.document(content, Coding.IDENTITY, modified), content.bytes());
            return new StateDocument(
                    content,
                    old == null ? 1 : old.version() + 1,
                    modified,
                    now,
                    now,
                    NO_TIMESTAMP,
                    false,
                    List.of(identity),
                    dictionary(rendering, content, old, modified),
                    origins(content),
                    null,
                    rendering);
        } catch (RuntimeException | Error e) {
            rendering.abandon();
            throw e;
        }
    }

    /** {@code old} at another moment, with {@code made} besides. */
    StateDocument recompose(StateDocument old, List<Made> made, Moment confirmed, Moment now) {
        return recompose(old, made, confirmed, now, old.timestamp());
    }

    /** {@code old} at another moment, with the oracle's time of its content. */
    StateDocument stamped(StateDocument old, long timestamp, Moment now) {
        return recompose(old, List.of(), old.confirmation(), now, timestamp);
    }

    private StateDocument recompose(StateDocument old, List<Made> made, Moment confirmed, Moment now, long timestamp) {
        Rendering rendering = rendering(confirmed, now, timestamp);
        Content content = old.content();
        long modified = old.lastModifiedMillis();
        try {
            List<Representation> representations = new ArrayList<>(rendering.again(old.representations()));
            List<Representation> dictionary = new ArrayList<>(rendering.again(old.dictionary()));
            byte[] patch = old.patchFromPrevious();
            for (Made each : made) {
                if (each.kind() == Kind.DOCUMENT) {
                    rendering.addNew(representations, labels.document(content, each.coding(), modified), each.body());
                }
                if (each.kind() == Kind.DOCUMENT && versions.isDictionary(content)) {
                    rendering.addNew(dictionary, labels.dictionary(content, each.coding(), modified), each.body());
                }
                patch = isPatchFromPrevious(each) ? each.body() : patch;
            }
            List<Origin> origins = old.origins().stream()
                    .map(origin -> origin.again(rendering, labels, content, modified, made))
                    .toList();
            return new StateDocument(
                    content,
                    old.version(),
                    modified,
                    confirmed,
                    now,
                    timestamp,
                    isRefused(confirmed, now),
                    List.copyOf(representations),
                    List.copyOf(dictionary),
                    origins,
                    patch,
                    rendering);
        } catch (RuntimeException | Error e) {
            rendering.abandon();
            throw e;
        }
    }

    /** Whether {@code document} would read differently now. */
    boolean readsDifferently(StateDocument document, Moment now) {
        Moment confirmation = document.confirmation();
        return document.rendered().epochSecond() != now.epochSecond()
                || confirmation.ageSeconds(document.rendered()) != confirmation.ageSeconds(now)
                || document.isRefused() != isRefused(confirmation, now);
    }

    /** From where differences to {@code content} are made unasked: what most browsers have. */
    List<Content> usualDictionaries(Content content) {
        List<Content> all = versions.dictionaries(content);
        int usual = options.delta() == StateOptions.Delta.PREVIOUS ? 2 : 1;
        return all.subList(0, Math.min(usual, all.size()));
    }

    /** The version before the published one; null when that is the first. */
    @Nullable
    Content previous() {
        return versions.previous();
    }

    private Rendering rendering(Moment confirmed, Moment now, long timestamp) {
        return new Rendering(renderer, now.epochMillis(), confirmed.ageSeconds(now), timestamp);
    }

    private boolean isRefused(Moment confirmed, Moment now) {
        return options.refuseStale()
                && confirmed.ageMillis(now) > options.staleAfter().toMillis();
    }

    private boolean isPatchFromPrevious(Made made) {
        return made.kind() == Kind.PATCH && made.coding() == Coding.IDENTITY && versions.isPrevious(made.origin());
    }

    private List<Representation> dictionary(
            Rendering rendering, Content content, @Nullable StateDocument old, long modified) {
        List<Representation> before = old == null ? List.of() : old.dictionary();
        boolean alreadyIn = !before.isEmpty() && before.getFirst().etag().equals(content.etag());
        if (alreadyIn || !versions.isDictionary(content)) {
            return rendering.again(before);
        }
        return List.of(rendering.anew(labels.dictionary(content, Coding.IDENTITY, modified), content.bytes()));
    }

    /** Dictionaries come first: they are looked for with every request of a browser that has one. */
    private List<Origin> origins(Content content) {
        Map<AsciiString, Origin> origins = new LinkedHashMap<>();
        List<Content> usual = usualDictionaries(content);
        for (Content dictionary : versions.dictionaries(content)) {
            origins.computeIfAbsent(dictionary.etag(), tag -> Origin.of(dictionary, true));
        }
        for (Content version : versions.pastAnd(content)) {
            origins.computeIfAbsent(version.etag(), tag -> Origin.of(version, false));
        }
        usual.forEach(dictionary -> asked(origins, dictionary, Kind.DELTA));
        asked(origins, content, Kind.PATCH);
        asked(origins, versions.previous(), Kind.PATCH);
        return List.copyOf(origins.values());
    }

    /** What is made unasked counts as asked for. */
    private static void asked(Map<AsciiString, Origin> origins, @Nullable Content from, Kind kind) {
        Origin origin = from == null ? null : origins.get(from.etag());
        if (origin != null) {
            origin.ask(kind);
        }
    }

    /** Whether the difference to the dictionary in use is shorter than half of the document, coded as short as it can be. */
    private boolean dictionaryWorks(StateDocument document) {
        Origin inUse = document.origins().getFirst();
        return !inUse.isDictionary()
                || document.representations().size() == 1
                || 2 * shortest(inUse.deltas(), document) < shortest(document.representations(), document);
    }

    private static int shortest(List<Representation> representations, StateDocument document) {
        return representations.stream()
                .mapToInt(Representation::bodyBytes)
                .min()
                .orElse(document.sizeBytes());
    }
}
