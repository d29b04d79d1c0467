package io.snowgate.loadtest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;

/** What {@code /membership} says: a {@code nodeID} is a number with some and a text with others. */
final class Membership {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Membership() {}

    /** Who leads; nobody while that is not known. */
    static Optional<Node> leader(String json, List<Node> nodes) {
        try {
            String id = JSON.readTree(json).path("leader").path("nodeID").asText();
            return nodes.stream()
                    .filter(node -> Integer.toString(node.id()).equals(id))
                    .findFirst();
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        }
    }
}
