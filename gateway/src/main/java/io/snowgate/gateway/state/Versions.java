package io.snowgate.gateway.state;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions differences may start from: the last ones published and, where dictionaries are a resource of their own,
 * those. Together they are never longer than {@value #MAX_BYTES} bytes, except that the version before the published one
 * and the dictionary in use always stay. Confined to the publisher's thread.
 *
 * <p>A dictionary is in use for half an hour, or for five minutes when the difference to it has grown past half of what
 * the whole document takes. After that browsers may have it for another hour, so it stays known, up to
 * {@value #RETIRED_DICTIONARIES} of them.
 */
final class Versions {

    static final int MAX_BYTES = 32 << 20;
    static final int RETIRED_DICTIONARIES = 12;

    private static final Duration IN_USE_AT_MOST = Duration.ofMinutes(30);
    private static final Duration IN_USE_AT_LEAST = Duration.ofMinutes(5);

    /** A dictionary and since when it is one. */
    private record Dictionary(Content content, Moment since) {}

    private final StateOptions.Delta delta;
    private final int maxVersions;
    private final Deque<Content> past = new ArrayDeque<>();
    private final Deque<Dictionary> dictionaries = new ArrayDeque<>();

    Versions(StateOptions options) {
        this.delta = options.delta();
        this.maxVersions = options.versions();
    }

    /**
     * Takes note that {@code content} is published next.
     *
     * @param before what was published until now
     * @param dictionaryWorks whether the difference to the dictionary in use was short until now
     */
    void next(Content content, @Nullable Content before, boolean dictionaryWorks, Moment now) {
        if (before != null) {
            past.addFirst(before);
        }
        if (delta == StateOptions.Delta.DICTIONARY && needsDictionary(dictionaryWorks, now)) {
            dictionaries.addFirst(new Dictionary(content, now));
        }
        forgetOldest(content.sizeBytes(), now);
    }

    /** Whether browsers are given {@code content} as dictionary now. */
    boolean isDictionary(Content content) {
        Dictionary inUse = dictionaries.peekFirst();
        return inUse != null && inUse.content().sameAs(content);
    }

    /** The version before the published one; null when that is the first. */
    @Nullable
    Content previous() {
        return past.peekFirst();
    }

    boolean isPrevious(@Nullable Content content) {
        Content previous = previous();
        return previous != null && content != null && previous.sameAs(content);
    }

    /** What a browser may name as its dictionary while {@code content} is published, likeliest first. */
    List<Content> dictionaries(Content content) {
        return switch (delta) {
            case OFF -> List.of();
            case PREVIOUS -> pastAnd(content);
            case DICTIONARY -> dictionaries.stream().map(Dictionary::content).toList();
        };
    }

    /** What a patch may start from while {@code content} is published, likeliest first. */
    List<Content> pastAnd(Content content) {
        List<Content> all = new ArrayList<>(past);
        all.add(Math.min(1, all.size()), content);
        return all;
    }

    private boolean needsDictionary(boolean dictionaryWorks, Moment now) {
        Dictionary inUse = dictionaries.peekFirst();
        return inUse == null
                || inUse.since().ageMillis(now) >= (dictionaryWorks ? IN_USE_AT_MOST : IN_USE_AT_LEAST).toMillis();
    }

    private void forgetOldest(int publishedBytes, Moment now) {
        while (past.size() > maxVersions) {
            past.removeLast();
        }
        long maxAgeMillis = Labels.DICTIONARY_MAX_AGE.plus(IN_USE_AT_MOST).toMillis();
        while (dictionaries.size() > 1 + RETIRED_DICTIONARIES
                || (dictionaries.size() > 1 && dictionaries.getLast().since().ageMillis(now) > maxAgeMillis)) {
            dictionaries.removeLast();
        }
        while (bytes() + publishedBytes > MAX_BYTES && past.size() > 1) {
            past.removeLast();
        }
        while (bytes() + publishedBytes > MAX_BYTES && dictionaries.size() > 1) {
            dictionaries.removeLast();
        }
    }

    private long bytes() {
        return past.stream().mapToLong(Content::sizeBytes).sum()
                + dictionaries.stream()
                        .mapToLong(each -> each.content().sizeBytes())
                        .sum();
    }
}
