package io.snowgate.loadtest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Free ports below those that the kernel gives to clients, which would otherwise take them in between. */
final class Ports {

    private static final int LAST = 32_000;

    private int next = 21_000;

    int take() throws IOException {
        while (next < LAST) {
            int port = next++;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port up to " + LAST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
