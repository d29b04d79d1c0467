package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.AcceptEncoding;
import io.snowgate.gateway.http.EntityTags;
import io.snowgate.gateway.state.Representation;
import io.snowgate.gateway.wire.Coding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of several representations a request gets: the one whose coding it ranks highest, of equals the shortest. Any
 * thread; allocates nothing.
 */
final class Negotiation {

    private Negotiation() {}

    /** The best of {@code representations}, {@code best} included; null when none of them is taken. */
    static @Nullable Representation best(
            List<Representation> representations, AcceptEncoding accepted, @Nullable Representation best) {
        Representation found = best;
        for (int i = 0; i < representations.size(); i++) {
            Representation candidate = representations.get(i);
            if (accepted.takes(candidate.coding()) && (found == null || isBetter(candidate, found, accepted))) {
                found = candidate;
            }
        }
        return found;
    }

    /** The one among those taken whose tag stands in {@code ifNoneMatch}; null when there is none. */
    static @Nullable Representation known(
            List<Representation> representations, @Nullable AcceptEncoding accepted, CharSequence ifNoneMatch) {
        for (int i = 0; i < representations.size(); i++) {
            Representation candidate = representations.get(i);
            if ((accepted == null || accepted.takes(candidate.coding()))
                    && EntityTags.matches(ifNoneMatch, candidate.etag())) {
                return candidate;
            }
        }
        return null;
    }

    /** Whether some coding is taken in which a document could be served, at this moment or another. */
    static boolean isServable(AcceptEncoding accepted) {
        return accepted.takes(Coding.IDENTITY)
                || accepted.takes(Coding.GZIP)
                || accepted.takes(Coding.BR)
                || accepted.takes(Coding.ZSTD);
    }

    private static boolean isBetter(Representation candidate, Representation found, AcceptEncoding accepted) {
        int difference = accepted.weight(candidate.coding()) - accepted.weight(found.coding());
        return difference > 0 || (difference == 0 && candidate.bodyBytes() < found.bodyBytes());
    }
}
