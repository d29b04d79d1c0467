package io.snowgate.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Values that never repeat, from one or more gateways of one cluster: named sequences, timestamps and IDs.
 *
 * <pre>{@code
 * try (SnowgateClient client = SnowgateClient.builder()
 *         .address("https://a.example:8443")
 *         .address("https://b.example:8443")
 *         .build()) {
 *     Sequence orders = client.sequence("orders", 1024);
 *     long order = orders.next();
 *     long now = client.timestamps().next();
 * }
 * }</pre>
 *
 * <p>A call that fails is tried again, at another gateway where there is one, until it succeeds, is refused, or its timeout
 * is over; then it ends with a {@link SnowgateException}. Attempts may skip values, and never repeat one. A gateway that
 * fails is left alone for 10 ms, twice as long with each failure in a row up to 640 ms, with jitter, and for as long as it
 * asks by {@code Retry-After}.
 *
 * <p>Speaks HTTP/1.1 over connections that are kept, one for each request that is under way. Make one client and share it:
 * any thread, any number of them. Its threads are daemons.
 */
public final class SnowgateClient implements AutoCloseable {

    private final Transport transport;
    private final Asker asker;
    private final Timestamps timestamps;
    private final Ids ids;
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final Set<BufferedSequence> buffered =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private SnowgateClient(Builder builder) {
        this.transport = new Transport(builder.http());
        this.asker = builder.asker(transport, false);
        this.timestamps = new Timestamps(builder.asker(transport, true));
        this.ids = new Ids(asker);
    }

    /** Begins to make one. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A sequence without a buffer: each call is a request.
     *
     * @param name 1 to 128 of {@code A-Za-z0-9._-}; a name that is new begins a sequence
     */
    public Sequence sequence(String name) {
        return sequence(name, 0);
    }

    /**
     * A sequence with a buffer. When half of what was asked for has been used, the same number again is asked for; so up to
     * one and a half times as many may be lost when the client ends.
     *
     * @param name 1 to 128 of {@code A-Za-z0-9._-}; a name that is new begins a sequence
     * @param bufferSize how many values to ask for at a time, to {@link Sequence#MAX_COUNT}; 0 for no buffer
     */
    public Sequence sequence(String name, int bufferSize) {
        SequenceQuestions questions = SequenceQuestions.fast(name);
        if (bufferSize == 0) {
            return new DirectSequence(questions, asker);
        }
        if (bufferSize < 0 || bufferSize > Sequence.MAX_COUNT) {
            throw new IllegalArgumentException("buffer size must be 0.." + Sequence.MAX_COUNT + ": " + bufferSize);
        }
        BufferedSequence sequence = new BufferedSequence(questions, asker, bufferSize);
        buffered.add(sequence);
        return sequence;
    }

    /**
     * A sequence in strict order: values rise in real time over all clients, and there are no gaps but those of calls that
     * failed. Each call goes through the log of the cluster, with an {@code Idempotency-Key}, so that its attempts get the
     * same values.
     *
     * @param name 1 to 128 of {@code A-Za-z0-9._-}; a name that is new begins a sequence
     */
    public Sequence strictSequence(String name) {
        return new DirectSequence(SequenceQuestions.strict(name, keys), asker);
    }

    /** Timestamps of the cluster. */
    public Timestamps timestamps() {
        return timestamps;
    }

    /** Snowflake IDs. */
    public Ids ids() {
        return ids;
    }

    /** Ends what is under way with {@link SnowgateException.Reason#CLOSED}, and forgets what is buffered. */
    @Override
    public void close() {
        transport.close();
        synchronized (buffered) {
            buffered.forEach(BufferedSequence::close);
        }
    }

    /** What a client needs to know; only an address is needed. One thread. */
    public static final class Builder {

        private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
        private static final Duration DEFAULT_ATTEMPT = Duration.ofSeconds(2);
        private static final int FEWEST_ATTEMPTS = 3;
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);

        private final Set<URI> addresses = new LinkedHashSet<>();
        private Duration timeout = DEFAULT_TIMEOUT;
        private boolean isDiscovering = true;

        @Nullable
        private Duration attemptTimeout;

        @Nullable
        private SSLContext sslContext;

        private Builder() {}

        /**
         * Adds a gateway. Each client asks them in an order of its own, so that many clients spread over them.
         *
         * @param address such as {@code https://ids.example:8443}, or {@code http://…} for a plain port
         */
        public Builder address(String address) {
            addresses.add(Origins.require(address));
            return this;
        }

        /** How long a call may take with all its attempts, 1 ms to a day; 10 s unless said. */
        public Builder timeout(Duration timeout) {
            this.timeout = requireTime("timeout", timeout);
            return this;
        }

        /**
         * How long one gateway may take for an answer before another is asked, 1 ms to a day. Unless said, 2 s or a third of
         * the timeout, whichever is less.
         */
        public Builder attemptTimeout(Duration attemptTimeout) {
            this.attemptTimeout = requireTime("attempt timeout", attemptTimeout);
            return this;
        }

        /** Which certificates to trust, and which to show; those of the JVM unless said. */
        public Builder sslContext(SSLContext sslContext) {
            this.sslContext = sslContext;
            return this;
        }

        /**
         * Trusts the certificates of a file (PEM) instead.
         *
         * @throws java.io.UncheckedIOException when the file cannot be read
         * @throws IllegalArgumentException when it holds no certificates
         */
        public Builder caFile(Path file) {
            return sslContext(Trust.inFile(file));
        }

        /**
         * Whether to ask gateways at the addresses that they tell of each other, too, as they are known by
         * {@code --peer-public}; true unless said. To be switched off where clients cannot reach them there. From HTTPS it
         * never leads to plain HTTP.
         */
        public Builder discovery(boolean isDiscovering) {
            this.isDiscovering = isDiscovering;
            return this;
        }

        /** Makes the client. Nothing is asked until it is used. */
        public SnowgateClient build() {
            if (addresses.isEmpty()) {
                throw new IllegalStateException("a client needs the address of a gateway");
            }
            return new SnowgateClient(this);
        }

        /**
         * Its own work is done by the thread that reads all sockets, which halves what a request takes. Nothing that is
         * ours waits there, and nothing that is the caller's runs there.
         */
        private HttpClient http() {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(Version.HTTP_1_1)
                    .followRedirects(Redirect.NEVER)
                    .connectTimeout(patience())
                    .executor(Runnable::run);
            return (sslContext == null ? builder : builder.sslContext(sslContext)).build();
        }

        private Asker asker(Transport transport, boolean isForLeader) {
            List<URI> order = new ArrayList<>(addresses);
            Collections.shuffle(order, ThreadLocalRandom.current());
            Gateways gateways = new Gateways(
                    order,
                    isDiscovering,
                    System::nanoTime,
                    () -> ThreadLocalRandom.current().nextDouble());
            return new Asker(transport, gateways, isForLeader, timeout, patience());
        }

        private Duration patience() {
            Duration third = timeout.dividedBy(FEWEST_ATTEMPTS);
            Duration usual = third.compareTo(DEFAULT_ATTEMPT) < 0 ? third : DEFAULT_ATTEMPT;
            return attemptTimeout == null ? usual : attemptTimeout;
        }

        private static Duration requireTime(String name, Duration time) {
            if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(name + " must be 1 ms to a day: " + time);
            }
            return time;
        }
    }
}
