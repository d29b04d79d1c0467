package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

class Http2StreamAgesTest {

    private final Http2Connection connection = new DefaultHttp2Connection(true);
    private final Http2StreamAges ages = new Http2StreamAges(connection);

    @Test
    void sparesAStreamUntilAllTicksHavePassedOnceItWasSeen() throws Http2Exception {
        ages.tick();
        connection.remote().createStream(1, false);
        for (int i = 0; i < Http2StreamAges.TICKS; i++) {
            assertThat(ages.tick()).isEmpty();
        }
        assertThat(ages.tick()).containsExactly(1);
    }

    @Test
    void namesOnlyTheStreamsThatAreOldAndStillOpen() throws Http2Exception {
        connection.remote().createStream(1, false);
        connection.remote().createStream(3, false).close();
        connection.remote().createStream(5, true);
        ages.tick();
        connection.remote().createStream(7, false);
        ages.tick();
        ages.tick();
        assertThat(ages.tick()).containsExactlyInAnyOrder(1, 5);
        assertThat(ages.tick()).containsExactlyInAnyOrder(1, 5, 7);
    }

    @Test
    void knowsNoOldStreamOnAQuietConnection() {
        for (int i = 0; i < 3 * Http2StreamAges.TICKS; i++) {
            assertThat(ages.tick()).isEmpty();
        }
    }
}
