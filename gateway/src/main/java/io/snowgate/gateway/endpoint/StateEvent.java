package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.StreamChunk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One version of a state as an event, rendered once for all who get it, and the patches that lead to it from the versions
 * before, each made once as well. Any thread; whoever writes it retains it first, because it is released when the next
 * version is out. Patches are short and on the heap.
 *
 * @param version counts the contents of one publisher, from 1
 * @param id names the content to the client: the entity tag without its quotes, so that it means the same after a restart
 *     and on every gateway
 * @param chunk the whole document
 * @param patches one for each of the last versions, the newest last; together shorter than the document
 */
record StateEvent(long version, String id, StreamChunk chunk, List<Patch> patches) {

    /** No version. */
    static final long NONE = 0;

    private static final String STATE = "state";
    private static final String PATCH = "patch";
    private static final int MOST_PATCHES = 30;

    /** What leads from the version named {@code fromId} to the next. */
    record Patch(String fromId, StreamChunk chunk) {}

    /**
     * The event of {@code json}.
     *
     * @param before the version before, null when there is none
     * @param patch what leads from there to this one (RFC 6902), null when that is not known or not worth it
     */
    static StateEvent after(
            @Nullable StateEvent before, long version, String id, byte[] json, byte @Nullable [] patch) {
        StreamChunk chunk = StreamChunk.shared(EventText.event(STATE, id, json));
        if (before == null || patch == null || before.version != version - 1) {
            return new StateEvent(version, id, chunk, List.of());
        }
        List<Patch> patches = new ArrayList<>(before.patches);
        patches.add(new Patch(before.id, StreamChunk.of(EventText.event(PATCH, id, patch))));
        while (patches.size() > MOST_PATCHES || bytes(patches) >= chunk.dataBytes()) {
            patches.removeFirst();
        }
        return new StateEvent(version, id, chunk, List.copyOf(patches));
    }

    private static int bytes(List<Patch> patches) {
        return patches.stream().mapToInt(patch -> patch.chunk.dataBytes()).sum();
    }

    /** What leads from {@code from}, an earlier version, to the one after it; null when there is nothing that does. */
    @Nullable
    StreamChunk patchAfter(long from) {
        long index = patches.size() - (version - from);
        return index < 0 ? null : patches.get((int) index).chunk;
    }

    /** The latest version of this name from which patches lead here; {@link #NONE} when it is not known. */
    long versionOf(String name) {
        if (name.equals(id)) {
            return version;
        }
        for (int i = patches.size() - 1; i >= 0; i--) {
            if (name.equals(patches.get(i).fromId)) {
                return version - patches.size() + i;
            }
        }
        return NONE;
    }

    /** False when it was superseded and is gone. */
    boolean tryRetain() {
        return chunk.tryRetain();
    }

    void release() {
        chunk.release();
    }
}
