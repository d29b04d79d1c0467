package io.snowgate.client;

import java.net.http.HttpHeaders;

/**
 * What a gateway has said.
 *
 * @param status the code
 * @param headers as they came
 * @param body whole
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by one reader
record Answer(int status, HttpHeaders headers, byte[] body) {}
