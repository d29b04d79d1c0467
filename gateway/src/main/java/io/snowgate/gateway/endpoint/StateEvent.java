package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.StreamChunk;
import io.snowgate.gateway.state.StateDocument;

/**
 * One version of a state as an event, rendered once for all who get it. Any thread; whoever writes it retains it first,
 * because it is released when the next version is out.
 *
 * @param version counts the contents of one publisher
 * @param id names the content to the client: the entity tag without its quotes, so that it means the same after a restart
 *     and on every gateway
 */
record StateEvent(long version, String id, StreamChunk chunk) {

    private static final String TYPE = "state";

    static StateEvent of(StateDocument document) {
        String id = idOf(document);
        return new StateEvent(document.version(), id, EventText.event(TYPE, id, document.copyBytes()));
    }

    static String idOf(StateDocument document) {
        String tag = document.etag().toString();
        return tag.substring(1, tag.length() - 1);
    }

    /** False when it was superseded and is gone. */
    boolean tryRetain() {
        return chunk.tryRetain();
    }

    void release() {
        chunk.release();
    }
}
