package io.snowgate.loadtest;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A program of which several make a cluster, with EpicEpoch's {@code /membership} and {@code /timestamp}. */
interface ClusterPeer extends Program {

    /** The command that is one member of them, and ends at SIGTERM; the same again after it was killed. */
    List<String> command(Node node, List<Node> all) throws IOException;

    Map<String, String> environment(Node node) throws IOException;
}
