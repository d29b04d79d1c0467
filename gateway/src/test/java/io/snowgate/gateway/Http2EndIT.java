package io.snowgate.gateway;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.GOAWAY;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.http2.Http2Error;
import io.snowgate.gateway.RawHttp2.Frame;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How the server ends an HTTP/2 connection that did nothing wrong, case 48. */
class Http2EndIT {

    @Test
    void finishesWhatIsInFlightWhenItIsStopped() throws InterruptedException {
        TestGateway gateway = TestGateway.start();
        Thread stopping = new Thread(gateway::close);
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.ask(1, "/up");
            client.send(post(3));
            stopping.start();
            Frame warning = client.await(GOAWAY);
            assertThat(warning.lastStream()).isEqualTo(Integer.MAX_VALUE);
            assertThat(warning.goAwayError()).isEqualTo(Http2Error.NO_ERROR);

            client.send(post(5));
            Frame last = client.await(GOAWAY);
            assertThat(last.lastStream()).isEqualTo(5);
            assertThat(last.goAwayError()).isEqualTo(Http2Error.NO_ERROR);

            client.send(get(7, "/up"), frame(DATA, END_STREAM, 3), frame(DATA, END_STREAM, 5));
            assertThat(client.answer(3).status()).isEqualTo(405);
            assertThat(client.answer(5).status()).isEqualTo(405);
            assertThat(client.answer(7).reset()).isEqualTo(Http2Error.REFUSED_STREAM);
            client.awaitClosed();
        } finally {
            stopping.join();
        }
    }

    @Test
    void saysGoodbyeToAnIdleConnection() {
        try (TestGateway gateway = TestGateway.start("--set", "limits.idle-timeout=300ms");
                RawHttp2 client = RawHttp2.connect(gateway)) {
            client.ask(1, "/up");
            Frame last = client.await(GOAWAY);
            assertThat(last.lastStream()).isEqualTo(1);
            assertThat(last.goAwayError()).isEqualTo(Http2Error.NO_ERROR);
            client.awaitClosed();
        }
    }

    @Test
    void doesNotTakeARunningUploadForIdle() {
        try (TestGateway gateway = TestGateway.start("--set", "limits.idle-timeout=200ms");
                RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1));
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            client.send(frame(DATA, END_STREAM, 1));
            assertThat(client.answer(1).status()).isEqualTo(405);
        }
    }
}
