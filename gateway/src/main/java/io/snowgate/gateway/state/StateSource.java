package io.snowgate.gateway.state;

import java.io.IOException;

/**
 * Where a state document comes from. {@link StatePublisher} knows this interface only, never its kinds.
 *
 * <p>Called on a thread of its own, never on an event loop, one call at a time; it may block, and answers an interrupt
 * where it can.
 */
public interface StateSource {

    /**
     * The document as it is now, whole. The caller owns the array.
     *
     * @throws IOException when there is none to be had; the message says which source and why, in one line
     */
    byte[] fetch() throws IOException, InterruptedException;

    /** Which source this is, for people: {@code demo, seed 1}, {@code file:x.json}. No secrets. */
    String description();
}
