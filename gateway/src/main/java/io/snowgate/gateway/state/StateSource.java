package io.snowgate.gateway.state;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a state document comes from. {@link StatePublisher} knows this interface only, never its kinds.
 *
 * <p>Called on a thread of its own, never on an event loop, one call at a time, {@link #close()} included. It may block,
 * and answers an interrupt: that is how a fetch is given up that takes too long.
 */
public interface StateSource extends AutoCloseable {

    /**
     * The document as it is now, whole; the caller owns the array. Null when the source knows, without having fetched it,
     * that it is what this method returned last.
     *
     * @throws IOException when there is none to be had; the message says which source and why, in one line
     */
    byte @Nullable [] fetch() throws IOException, InterruptedException;

    /** Which source this is, for people: {@code demo, seed 1}, {@code file:x.json}. No secrets. */
    String description();

    /** Lets go of connections and threads, promptly. Nothing is fetched afterwards. */
    @Override
    default void close() {}
}
