package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RelayTest {

    private static final long DELAY_NANOS = 60_000_000;

    @Test
    void passesOctetsOnInBothDirectionsAndLate() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Relay relay = new Relay((InetSocketAddress) server.getLocalSocketAddress(), () -> DELAY_NANOS);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            Socket far = server.accept();
            long sentNanos = System.nanoTime();
            client.getOutputStream().write("there".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(far.getInputStream().readNBytes(5), StandardCharsets.US_ASCII))
                    .isEqualTo("there");
            far.getOutputStream().write("back".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(client.getInputStream().readNBytes(4), StandardCharsets.US_ASCII))
                    .isEqualTo("back");

            assertThat(System.nanoTime() - sentNanos).isGreaterThanOrEqualTo(2 * DELAY_NANOS);
            far.close();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
