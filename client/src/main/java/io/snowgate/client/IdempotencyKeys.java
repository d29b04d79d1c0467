package io.snowgate.client;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Keys that nobody else has: 128 random bits for the client, and a number for each question. Two clients with one key
 * would get one range, so nothing weaker will do. Any thread.
 */
final class IdempotencyKeys implements Supplier<String> {

    private static final int RANDOM_BYTES = 16;

    private final String prefix;
    private final AtomicLong next = new AtomicLong();

    IdempotencyKeys() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        prefix = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "-";
    }

    @Override
    public String get() {
        return prefix + Long.toString(next.getAndIncrement(), Character.MAX_RADIX);
    }
}
