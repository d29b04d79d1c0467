package io.snowgate.client;

import org.jspecify.annotations.Nullable;

/**
 * What a gateway is asked, and how its answer is read.
 *
 * @param path with its query
 * @param isPost whether it is a POST; otherwise a GET
 * @param key sent as {@code Idempotency-Key} with each attempt, or null
 * @param accept the type that is asked for
 * @param reading of the body of a 200
 */
record Question<T>(String path, boolean isPost, @Nullable String key, String accept, Reading<T> reading) {

    /** Makes a value of a body. */
    interface Reading<T> {

        /**
         * Reads the whole body.
         *
         * @throws MalformedAnswerException when that is not what was asked for
         */
        T read(byte[] body) throws MalformedAnswerException;
    }
}
