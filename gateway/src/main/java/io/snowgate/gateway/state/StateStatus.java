package io.snowgate.gateway.state;

import org.jspecify.annotations.Nullable;

/**
 * How the state is doing, for readiness and metrics.
 *
 * @param source which source, for people
 * @param published whether there is a document
 * @param ageMillis time since the last successful refresh, or since the publisher was made when there was none
 * @param stale whether that is more than the document may have
 * @param failure why the source fails now, in one line; null when it does not
 * @param refreshes how many refreshes have ended, well or not
 * @param failures how many of them failed; one that hangs counts as soon as it is noticed
 * @param sizeBytes length of the document; 0 when there is none
 */
public record StateStatus(
        String source,
        boolean published,
        long ageMillis,
        boolean stale,
        @Nullable String failure,
        long refreshes,
        long failures,
        int sizeBytes) {

    /** Whether requests can be answered with a document that is young enough. */
    public boolean ready() {
        return published && !stale;
    }
}
