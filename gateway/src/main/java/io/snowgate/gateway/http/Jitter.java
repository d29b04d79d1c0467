package io.snowgate.gateway.http;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Times drawn by chance, so that clients told at once do not come back at once. Any thread that its generator serves. */
public final class Jitter {

    /** Drawn by the generator of each thread. */
    public static final Jitter CHANCE = new Jitter(ThreadLocalRandom::current);

    private static final long LONGEST_RETRY_AFTER_SECONDS = 10;

    private final Supplier<RandomGenerator> random;

    public Jitter(Supplier<RandomGenerator> random) {
        this.random = random;
    }

    /** From {@code least} to {@code most}, both included. */
    public long between(long least, long most) {
        return random.get().nextLong(least, most + 1);
    }

    /** For a {@code retry-after}: 1 to {@value #LONGEST_RETRY_AFTER_SECONDS}. */
    public long retryAfterSeconds() {
        return between(1, LONGEST_RETRY_AFTER_SECONDS);
    }
}
