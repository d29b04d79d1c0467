package io.snowgate.loadtest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;

/**
 * The line that our script makes k6 print at its end.
 *
 * @param failed requests without an answer, or with one of another status than expected
 * @param dropped requests that were due when no connection was free, and never made
 */
record K6Report(long requests, long failed, long dropped, double p50Millis, double p99Millis, double p999Millis) {

    private static final String LABEL = "figures ";
    private static final ObjectMapper JSON = new ObjectMapper();

    static Optional<K6Report> parse(List<String> lines) throws Failure {
        for (String line : lines) {
            if (line.startsWith(LABEL)) {
                return Optional.of(read(line.substring(LABEL.length())));
            }
        }
        return Optional.empty();
    }

    private static K6Report read(String figures) throws Failure {
        try {
            JsonNode node = JSON.readTree(figures);
            return new K6Report(
                    node.path("count").asLong(),
                    node.path("failed").asLong(),
                    node.path("dropped").asLong(),
                    node.path("med").asDouble(),
                    node.path("p(99)").asDouble(),
                    node.path("p(99.9)").asDouble());
        } catch (JsonProcessingException e) {
            throw new Failure("k6 printed no figures: " + figures);
        }
    }

    long errors() {
        return failed + dropped;
    }
}
