package io.snowgate.client;

import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * A named sequence of numbers from 1 upwards, of which no value is given twice: not by this object, not by another client,
 * not by another gateway, and not after a failure. What is lost on the way (an answer that did not come, a buffer that was
 * not used up, a gateway that died) is a gap.
 *
 * <table>
 * <caption>What the kinds promise and cost</caption>
 * <tr><th></th><th>order</th><th>gaps</th><th>cost of a value</th></tr>
 * <tr><td>{@link SnowgateClient#sequence(String)}</td><td>rises while the same gateway answers; those of several
 *     interleave</td><td>when answers are lost, or gateways die</td><td>a request</td></tr>
 * <tr><td>{@link SnowgateClient#sequence(String, int)}</td><td>the same, as of when the buffer was
 *     filled</td><td>also what is in the buffer at the end</td><td>nanoseconds, while the gateway keeps up</td></tr>
 * <tr><td>{@link SnowgateClient#strictSequence(String)}</td><td>rises over all clients, in real time</td><td>when a call
 *     fails</td><td>a request, and a disk in each of most members</td></tr>
 * </table>
 *
 * <p>Any thread, any number of them. Values are positive and end before {@link Long#MAX_VALUE}.
 */
public interface Sequence {

    /** The most values of one call. */
    int MAX_COUNT = 1_000_000_000;

    /** Its name: 1 to 128 of {@code A-Za-z0-9._-}. */
    String name();

    /**
     * The next value. Waits for a gateway where none is buffered, for at most the timeout of the client.
     *
     * @throws SnowgateException when there is none
     */
    long next();

    /**
     * The next {@code count} values, which are consecutive. Where they do not fit into what is left of a buffer, they come
     * from a request of their own, and lie above what is buffered.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @throws SnowgateException when there are none
     */
    Range next(int count);

    /**
     * The next value, without waiting. To cancel it may lose a value. What depends on it runs on the common pool, or on the
     * thread that says so when the value is there already.
     */
    CompletableFuture<Long> nextAsync();

    /**
     * The next {@code count} values, without waiting.
     *
     * @param count 1 to {@link #MAX_COUNT}
     */
    CompletableFuture<Range> nextAsync(int count);

    /** Values without end, each by a {@link #next()}; to be limited by who uses it. */
    LongStream stream();
}
