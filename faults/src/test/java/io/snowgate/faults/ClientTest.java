package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientTest {

    private static final Question TIMESTAMPS = Question.all().stream()
            .filter(question -> question.kind() == Kind.TIMESTAMP)
            .findFirst()
            .orElseThrow();

    @Test
    void writesDownAnAnswerToAnotherQuestionAsAViolationAndAsksOn() throws Exception {
        History history = askedOf(List.of("10\n11\n", "<html>", "7\n8\n9\n10\n11\n"));

        assertThat(history.operations()).element(2).matches(Operation::isAnswered);
        assertThat(new Checker(history.operations()).violations())
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first).contains("TIMESTAMP of a", "2 values instead of 5: 10 11"),
                        second -> assertThat(second).contains("TIMESTAMP of a", "<html>"));
    }

    @Test
    void tellsWhatWasNeverSentFromWhatWasNotAnswered() throws Exception {
        History history = new History();
        Client client = new Client(TIMESTAMPS, "a", nobody(), history);
        client.start();
        while (history.operations().isEmpty()) {
            Thread.onSpinWait();
        }
        client.end();

        assertThat(history.operations()).allMatch(Operation::isNeverSent);
    }

    private static InetSocketAddress nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }

    /** A client's history of a gateway that says these, and then nothing good any more. */
    private static History askedOf(List<String> bodies) throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Iterator<String> rest = bodies.iterator();
        CountDownLatch left = new CountDownLatch(bodies.size() + 1);
        server.createContext("/", exchange -> {
            left.countDown();
            int status = rest.hasNext() ? 200 : 503;
            byte[] body = (rest.hasNext() ? rest.next() : "no more").getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        History history = new History();
        Client client = new Client(TIMESTAMPS, "a", server.getAddress(), history);
        client.start();
        try {
            assertThat(left.await(20, TimeUnit.SECONDS)).as("asks on").isTrue();
        } finally {
            client.end();
            server.stop(0);
        }
        return history;
    }
}
