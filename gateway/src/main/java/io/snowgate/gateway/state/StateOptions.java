package io.snowgate.gateway.state;

import java.time.Duration;
import java.util.List;

/**
 * What one state was told: {@code reference.conf} explains each value, and the configuration checks the ranges.
 *
 * @param name as in {@code /state/NAME}; {@value #DEFAULT_NAME} is the one at {@code /state}
 * @param refresh time between two looks at the source, 100 ms to 1 h
 * @param staleAfter age from which the last good document is stale
 * @param refuseStale whether a stale document is refused with 503 instead of served
 * @param maxSizeBytes longest document that is taken from the source
 * @param delta against what an answer may be sent as a difference
 * @param versions how many past versions a difference may start from, at least 1
 * @param select JSON Pointer (RFC 6901) of the part that is served; empty for the whole
 * @param omit JSON Pointers into that part, of what is left out
 * @param minify whether white space between tokens is left out
 */
public record StateOptions(
        String name,
        Duration refresh,
        Duration staleAfter,
        boolean refuseStale,
        int maxSizeBytes,
        Delta delta,
        int versions,
        String select,
        List<String> omit,
        boolean minify) {

    /** The state that is served at {@code /state}. */
    public static final String DEFAULT_NAME = "default";

    /** How many versions are kept when nobody says otherwise. */
    public static final int USUAL_VERSIONS = 30;

    /** What a browser may hold to get a difference (RFC 9842). */
    public enum Delta {
        /** The version before. */
        PREVIOUS,
        /** A version of its own, fetched from time to time. */
        DICTIONARY,
        OFF
    }

    /** Where the document is served. */
    public String path() {
        return name.equals(DEFAULT_NAME) ? "/state" : "/state/" + name;
    }

    /** The default state with these and otherwise usual values. */
    public static StateOptions usual(Duration refresh, Duration staleAfter, int maxSizeBytes) {
        return new StateOptions(
                DEFAULT_NAME,
                refresh,
                staleAfter,
                false,
                maxSizeBytes,
                Delta.DICTIONARY,
                USUAL_VERSIONS,
                "",
                List.of(),
                false);
    }
}
