package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of one member of a cluster on this machine.
 *
 * @param id from 1
 */
record Node(int id, int httpsPort, int httpPort, int peerPort, int adminPort) {

    static List<Node> take(int count, Ports ports) throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            nodes.add(new Node(id, ports.take(), ports.take(), ports.take(), ports.take()));
        }
        return nodes;
    }

    int port(boolean tls) {
        return tls ? httpsPort : httpPort;
    }
}
