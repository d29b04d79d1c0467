package io.snowgate.loadtest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * Asks each member for timestamps, again and again, whether it leads or not, and does not wait long for an answer: what
 * all of them together do not get, nobody gets.
 */
final class Askers implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMillis(200);
    private static final long PAUSE_MILLIS = 2;
    private static final int OK = 200;

    private final Silence silence = new Silence();
    private volatile boolean isOver;

    private Askers() {}

    static Askers start(List<Node> nodes) {
        Askers askers = new Askers();
        askers.silence.begin(System.nanoTime());
        for (Node node : nodes) {
            URI uri = URI.create("http://127.0.0.1:" + node.httpPort() + ClusterServer.TIMESTAMP);
            Thread.ofPlatform().daemon().name("asker-" + node.id()).start(() -> askers.ask(uri));
        }
        return askers;
    }

    /** Of all of them together. */
    Silence silence() {
        return silence;
    }

    private void ask(URI uri) {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(LONGEST).build();
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LONGEST)
                .build()) {
            while (!isOver) {
                if (isAnswered(client, request)) {
                    silence.end(System.nanoTime());
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isAnswered(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException goneOrLate) {
            return false;
        }
    }

    /** Each still waits for what it has asked. */
    @Override
    public void close() {
        isOver = true;
    }
}
