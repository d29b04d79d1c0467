package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http1Connection.BODY_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.IDLE_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http1LaterTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Http1Connection connection = new Http1Connection();

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void answersWhenTheOutcomeComesOnAnotherThread() {
        assertThat(connection.read(get("/later")).written()).isEmpty();
        connection.complete(0, "at last");
        assertThat(connection.written())
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("content-length: 7\r\n", "\r\ndate: ", "access-control-allow-origin: *\r\n")
                .endsWith("\r\n\r\nat last");
        assertThat(connection.read(get("/echo?next")).written()).endsWith("next");
    }

    @Test
    void answersWhatWasThereAlready() {
        connection.read(get("/later"));
        connection.complete(0, "a");
        connection.written();
        connection.read(get("/later"));
        connection.outcomes.get(1).complete("b");
        connection.channel.runPendingTasks();
        assertThat(connection.written()).endsWith("\r\n\r\nb");
    }

    @Test
    void keepsTheOrderOfRequestsWhateverComesFirst() {
        connection.read(get("/echo?1") + get("/later") + get("/echo?2") + get("/later") + get("/echo?3"));
        assertThat(connection.written()).endsWith("\r\n\r\n1").containsOnlyOnce("HTTP/1.1");
        assertThat(connection.outcomes).as("asked for in its turn").hasSize(1);

        connection.complete(0, "first");
        assertThat(connection.written())
                .containsSubsequence("first", "\r\n\r\n2")
                .doesNotContain("\r\n\r\n3");
        connection.complete(1, "second");
        assertThat(connection.written()).containsSubsequence("second", "\r\n\r\n3");
    }

    @Test
    void readsNoMoreFromAClientThatSendsMoreBeforeItsAnswer() {
        connection.read(get("/later"));
        assertThat(connection.channel.config().isAutoRead())
                .as("hears when it leaves")
                .isTrue();
        connection.read(get("/echo?1"));
        assertThat(connection.channel.config().isAutoRead()).isFalse();
        connection.complete(0, "x");
        assertThat(connection.channel.config().isAutoRead()).isTrue();
    }

    @Test
    void waitsForTheNextAnswerWithoutReading() {
        connection.read(get("/later") + get("/later") + get("/echo?1"));
        connection.complete(0, "x");
        assertThat(connection.channel.config().isAutoRead()).isFalse();
        connection.complete(1, "y");
        assertThat(connection.written()).containsSubsequence("x", "y", "\r\n\r\n1");
        assertThat(connection.channel.config().isAutoRead()).isTrue();
    }

    @Test
    void holdsWhatComesWhileTheClientDoesNotRead() {
        connection.read(get("/later"));
        connection.clientStopsReading();
        connection.complete(0, "x".repeat(100_000));
        connection.read(get("/echo?behind"));
        assertThat(connection.written()).isEmpty();
        connection.clientReads();
        assertThat(connection.written()).contains("xxx").endsWith("behind");
    }

    @Test
    void givesAHeadNoBody() {
        connection.read("HEAD /later HTTP/1.1\r\nHost: x\r\n\r\n" + get("/echo?next"));
        connection.complete(0, "body");
        assertThat(connection.written())
                .contains("content-length: 4\r\n")
                .doesNotContain("body")
                .endsWith("next");
    }

    @Test
    void makesNoAnswerForAClientThatLeft() {
        connection.read(get("/later"));
        connection.channel.close().syncUninterruptibly();
        connection.complete(0, "too late");
        assertThat(connection.written()).isEmpty();
        assertThat(count("later")).as("counted as nothing").isZero();
    }

    @Test
    void countsAndTimesTheAnswerWhenItComes() {
        for (int i = 0; i < 500; i++) {
            connection.read(get("/later"));
            assertThat(count("later")).isEqualTo(i);
            connection.complete(i, "x");
            assertThat(count("later")).isEqualTo(i + 1);
        }
        assertThat(connection
                        .registry
                        .get("snowgate.request.duration")
                        .tag("endpoint", "later")
                        .timer()
                        .count())
                .as("one in 16, by chance")
                .isBetween(1L, 200L);
    }

    @Test
    void saysSoWhenTheOutcomeDoesNotComeInTimeAndGoesOn() {
        connection.read(get("/later") + get("/echo?next"));
        connection.pass(BODY_TIMEOUT.minus(SECOND));
        assertThat(connection.written()).isEmpty();
        connection.pass(SECOND);
        String written = connection.written();
        assertThat(Http1Connection.statuses(written)).containsExactly(503, 200);
        assertThat(written)
                .contains("retry-after: 1\r\n", "did not come in time")
                .endsWith("next");

        connection.complete(0, "too late");
        assertThat(connection.written()).isEmpty();
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void isNotIdleWhileItWaitsAndHasTheWholeIdleTimeAfterwards() {
        connection.read(get("/echo?1"));
        connection.pass(IDLE_TIMEOUT.minus(SECOND));
        connection.read(get("/later"));
        connection.pass(BODY_TIMEOUT.minus(SECOND));
        connection.complete(0, "x");
        assertThat(connection.statuses()).containsExactly(200, 200);
        connection.pass(IDLE_TIMEOUT.minus(SECOND));
        assertThat(connection.isOpen()).isTrue();
        connection.pass(SECOND);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void startsTheTimeOfABegunHeaderWhenItsTurnComes() {
        connection.read(get("/later"));
        connection.read("GET /echo?2 HT");
        connection.pass(BODY_TIMEOUT.minus(SECOND));
        connection.complete(0, "x");
        assertThat(connection.statuses()).containsExactly(200);
        connection.pass(Http1Connection.HEADER_TIMEOUT);
        assertThat(connection.statuses()).containsExactly(408);
    }

    @Test
    void closesBehindAnAnswerThatComesWhileTheServerStops() {
        connection.read(get("/later"));
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(SECOND));
        connection.pass(BODY_TIMEOUT.minus(SECOND));
        assertThat(connection.isOpen()).isTrue();
        connection.complete(0, "last");
        assertThat(connection.written()).contains("connection: close\r\n").endsWith("last");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void closesBehindTheAnswerOfWhoAskedForThat() {
        connection.read("GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(connection.isOpen()).isTrue();
        connection.complete(0, "last");
        assertThat(connection.written()).contains("connection: close\r\n").endsWith("last");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void tellsNobodyWhyItFailed() {
        connection.read(get("/later") + get("/echo?next"));
        connection.outcomes.getFirst().completeExceptionally(new IllegalStateException("secret"));
        connection.channel.runPendingTasks();
        String written = connection.written();
        assertThat(Http1Connection.statuses(written)).containsExactly(500, 200);
        assertThat(written).doesNotContain("secret").endsWith("next");
    }

    @Test
    void mayTurnIntoAnAnswerThatGoesOn() {
        connection.read(get("/later-stream") + get("/echo?thrown-away"));
        connection.complete(0, "");
        assertThat(connection.written()).contains("transfer-encoding: chunked").doesNotContain("thrown-away");
        connection.streams.getLast().write("one");
        assertThat(connection.written()).isEqualTo("3\r\none\r\n");
    }

    @Test
    void waitsAgainForARequestThatComesAgain() {
        for (int i = 0; i < 4; i++) {
            connection.read(get("/later"));
            connection.complete(i, "answer " + i);
            assertThat(connection.written()).endsWith("answer " + i);
        }
    }

    private double count(String endpoint) {
        return connection.registry.get("snowgate.requests").tag("endpoint", endpoint).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
