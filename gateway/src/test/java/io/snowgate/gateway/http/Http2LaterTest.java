package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.bytes;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static io.snowgate.gateway.http.Http2Octets.preface;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.http.Http2Embedded.Sent;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http2LaterTest {

    private final Http2Embedded connection = new Http2Embedded();

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void answersEachStreamWhenItsOwnOutcomeComes() {
        connection.open().receive(bytes(preface(), get(1, "/later"), get(3, "/later"), get(5, "/")));
        assertThat(connection.body(5)).isEqualTo("hi");
        complete(1, "second");
        assertThat(connection.body(3)).isEqualTo("second");
        assertThat(connection.body(1)).isEmpty();
        complete(0, "first");
        assertThat(connection.body(1)).isEqualTo("first");
        assertThat(connection.sent(HEADERS)).extracting(Sent::stream).containsExactly(5, 3, 1);
        assertThat(connection.sent(Http2Octets.DATA).getLast().flags() & END_STREAM)
                .isEqualTo(END_STREAM);
    }

    @Test
    void makesNoAnswerForAStreamThatWasReset() {
        connection.open().receive(bytes(preface(), get(1, "/later"), get(3, "/later")));
        connection.receive(frame(RST_STREAM, NO_FLAGS, 1, number(8)));
        complete(0, "too late");
        complete(1, "in time");
        assertThat(connection.sent(HEADERS)).extracting(Sent::stream).containsExactly(3);
        assertThat(connection.body(3)).isEqualTo("in time");
    }

    @Test
    void makesNoAnswerForAClientThatLeft() {
        connection.open().receive(bytes(preface(), get(1, "/later")));
        connection.close();
        complete(0, "too late");
        assertThat(connection.sent(HEADERS)).isEmpty();
    }

    @Test
    void saysSoWhenTheOutcomeDoesNotComeInTime() {
        connection.open().receive(bytes(preface(), get(1, "/later")));
        for (int tick = 0; tick <= Http2StreamAges.TICKS; tick++) {
            assertThat(connection.body(1)).isEmpty();
            connection.pass(Http2Embedded.LONG.dividedBy(Http2StreamAges.TICKS));
        }
        assertThat(connection.body(1)).contains("\"status\":503", "did not come in time");
        assertThat(connection.sent(RST_STREAM)).isEmpty();
        complete(0, "too late");
        assertThat(connection.sent(HEADERS)).hasSize(1);
    }

    @Test
    void answersStreamsThatWaitWhileTheServerStopsBeforeItCloses() {
        connection.open().receive(bytes(preface(), get(1, "/later")));
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        connection.pass(Duration.ofSeconds(2));
        assertThat(connection.channel.isOpen()).isTrue();
        complete(0, "last");
        assertThat(connection.body(1)).isEqualTo("last");
        connection.pass(Duration.ofSeconds(1));
        assertThat(connection.channel.isOpen()).isFalse();
    }

    private void complete(int outcome, String text) {
        connection.outcomes.get(outcome).complete(text);
        connection.channel.runPendingTasks();
    }
}
