package io.snowgate.loadtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The raw figures of one run as JSON, every turn of them.
 *
 * @param about date, machine, versions, options: whatever one has to know to read the figures
 */
record Results(ObjectNode about, List<Measured> measured) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String MEASURED = "measured";

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    void write(Path file) throws IOException {
        ObjectNode root = about.deepCopy();
        ArrayNode array = root.putArray(MEASURED);
        measured.forEach(one -> array.add(write(one)));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, JSON.writeValueAsString(root) + "\n");
    }

    private static ObjectNode write(Measured measured) {
        Setting setting = measured.setting();
        ObjectNode node = object().put("scenario", measured.scenario())
                .put("variant", setting.variant())
                .put("tls", setting.tls())
                .put("http", setting.http())
                .put("connections", setting.connections());
        ArrayNode notes = node.putArray("notes");
        measured.notes().forEach(notes::add);
        ObjectNode ciphers = node.putObject("ciphers");
        measured.ciphers().forEach(ciphers::put);
        ObjectNode contestants = node.putObject("contestants");
        measured.turns().forEach((name, turns) -> {
            ArrayNode array = contestants.putArray(name);
            turns.forEach(turn -> {
                ObjectNode figures = array.addObject();
                turn.inOrder().forEach((metric, value) -> figures.put(metric.key(), rounded(value)));
            });
        });
        return node;
    }

    /** More digits than anybody measures here. */
    private static double rounded(double value) {
        return Math.round(value * 1e4) / 1e4;
    }

    static Results read(Path file) throws IOException {
        ObjectNode root = (ObjectNode) JSON.readTree(Files.readString(file));
        List<Measured> measured = new ArrayList<>();
        root.get(MEASURED).forEach(node -> measured.add(readMeasured(node)));
        root.remove(MEASURED);
        return new Results(root, measured);
    }

    /** All runs of a directory as one: what was measured again counts as it was the last time. */
    static Results readAll(Path directory) throws IOException, Failure {
        List<Path> files = files(directory);
        if (files.isEmpty()) {
            throw new Failure("no results in " + directory);
        }
        Map<String, Measured> last = new LinkedHashMap<>();
        ObjectNode about = object();
        for (Path file : files) {
            Results one = read(file);
            about = one.about;
            one.measured.forEach(measured -> last.put(measured.scenario() + ", " + measured.setting(), measured));
        }
        return new Results(about, List.copyOf(last.values()));
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    /** Where the figures are from, in one line. */
    String caption() {
        JsonNode machine = about.path("machine");
        return String.join(
                ", ",
                about.path("date").asText().replaceFirst("T.*", ""),
                "commit " + machine.path("commit").asText()
                        + (machine.path("dirty").asBoolean() ? " with changes" : ""),
                machine.path("processor").asText() + ", "
                        + machine.path("cores").asText() + " cores",
                "Linux " + machine.path("kernel").asText().replaceFirst("^(\\d+\\.\\d+).*", "$1"),
                about.path("client").asText());
    }

    private static Measured readMeasured(JsonNode node) {
        Setting setting = new Setting(
                node.get("tls").asBoolean(),
                node.get("http").asInt(),
                node.get("connections").asInt(),
                node.get("variant").asText());
        Measured measured = new Measured(node.get("scenario").asText(), setting);
        node.get("notes").forEach(note -> measured.note(note.asText()));
        node.get("ciphers")
                .properties()
                .forEach(cipher ->
                        measured.cipher(cipher.getKey(), cipher.getValue().asText()));
        node.get("contestants").properties().forEach(contestant -> {
            measured.enter(contestant.getKey());
            contestant.getValue().forEach(turn -> measured.add(contestant.getKey(), readTurn(turn)));
        });
        return measured;
    }

    private static Turn readTurn(JsonNode turn) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        turn.properties()
                .forEach(figure -> Metric.byKey(figure.getKey())
                        .ifPresent(
                                metric -> figures.put(metric, figure.getValue().asDouble())));
        return new Turn(figures);
    }
}
