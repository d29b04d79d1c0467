package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A table of requests, each sent on a connection of its own, all at the same time. Behind each comes a good request
 * that asks for the end: its 200 tells that the connection went on, and that the octets before it were taken for what
 * they were. A refusal is the only answer of its connection, which is then closed.
 */
final class Exchanges {

    private static final String LAST = "GET /up HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final int OK = 200;

    private final Map<String, String> requests = new LinkedHashMap<>();
    private final Map<String, List<Integer>> expected = new LinkedHashMap<>();

    /** Opens a connection. */
    @FunctionalInterface
    interface Opening {
        Socket open() throws IOException;
    }

    /** {@code octets} are answered with {@code status} and nothing else on that connection. */
    Exchanges refused(int status, String... octets) {
        for (String each : octets) {
            row(each, List.of(status));
        }
        return this;
    }

    /** {@code octets} are answered with {@code status} and the connection goes on. */
    Exchanges answered(int status, String... octets) {
        for (String each : octets) {
            row(each, List.of(status, OK));
        }
        return this;
    }

    private void row(String octets, List<Integer> statuses) {
        String name = octets.length() > 120 ? octets.substring(0, 120) + "… " + octets.length() : octets;
        assertThat(requests.put(name, octets)).as("given twice: %s", name).isNull();
        expected.put(name, statuses);
    }

    void check(Opening opening) throws InterruptedException, ExecutionException {
        Map<String, Future<List<Integer>>> running = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            requests.forEach((name, octets) ->
                    running.put(name, threads.submit(() -> statuses(opening, octets + LAST))));
        }
        Map<String, List<Integer>> seen = new LinkedHashMap<>();
        for (Map.Entry<String, Future<List<Integer>>> each : running.entrySet()) {
            seen.put(each.getKey(), each.getValue().get());
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static List<Integer> statuses(Opening opening, String octets) throws IOException {
        try (RawConnection connection = RawConnection.over(opening.open())) {
            connection.send(octets);
            List<Integer> statuses = new ArrayList<>();
            connection.answersToEnd().forEach(answer -> statuses.add(answer.status()));
            return statuses;
        }
    }
}
