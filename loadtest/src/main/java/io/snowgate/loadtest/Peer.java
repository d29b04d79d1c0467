package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server program that can be started, Snowgate or another. */
interface Peer extends Program {

    String SNOWGATE = "snowgate";

    /** The command that serves on these ports, and ends at SIGTERM. */
    List<String> command(int httpsPort, int httpPort) throws IOException;

    Map<String, String> environment(int httpsPort, int httpPort);

    /** Not when it is told to serve another. */
    default boolean servesTheDocument() {
        return true;
    }

    /** Where the server's own files and its output go. */
    Path work();
}
