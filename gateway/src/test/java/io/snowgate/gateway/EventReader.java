package io.snowgate.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client of server-sent events that reads line by line, as the standard has it, on a connection of its own. */
final class EventReader implements AutoCloseable {

    private final HttpClient client;
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;
    private final List<String> data = new ArrayList<>();
    private String type = "";
    private String id = "";
    private long retryMillis;
    private int comments;

    /** One event. */
    record Event(String type, String id, String data) {}

    private EventReader(HttpClient client, HttpResponse<InputStream> response) {
        this.client = client;
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Asks, and returns with the head; {@code fields} are names and values by turns. */
    static EventReader open(TestGateway gateway, HttpClient.Version version, String path, String... fields)
            throws IOException, InterruptedException {
        HttpClient client = gateway.client(version);
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return new EventReader(client, client.send(request.build(), BodyHandlers.ofInputStream()));
    }

    int status() {
        return response.statusCode();
    }

    String field(String name) {
        return String.join(",", response.headers().allValues(name));
    }

    /** The next event, which must come. */
    Event next() throws IOException {
        Event event = nextOrEnd();
        if (event == null) {
            throw new AssertionError("ended");
        }
        return event;
    }

    /** Reads until so many comments more have come; no event may come before. */
    void awaitComments(int more) throws IOException {
        int enough = comments + more;
        while (comments < enough) {
            if (take(line())) {
                throw new AssertionError("an event: " + data);
            }
        }
    }

    /** Reads whatever comes until the server ends the stream in order. */
    void awaitEnd() throws IOException {
        while (nextOrEnd() != null) {}
    }

    /** What the server said last. */
    long retryMillis() {
        return retryMillis;
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    private @Nullable Event nextOrEnd() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (take(line)) {
                Event event = new Event(type, id, String.join("\n", data));
                data.clear();
                type = "";
                return event;
            }
        }
        return null;
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new AssertionError("ended");
        }
        return line;
    }

    /** Whether this line ends an event. */
    private boolean take(String line) {
        String value = line.substring(line.indexOf(' ') + 1);
        switch (line.substring(0, Math.max(0, line.indexOf(':')))) {
            case "data" -> data.add(value);
            case "id" -> id = value;
            case "event" -> type = value;
            case "retry" -> retryMillis = Long.parseLong(value);
            default -> comments += line.startsWith(":") ? 1 : 0;
        }
        return line.isEmpty() && !data.isEmpty();
    }
}
