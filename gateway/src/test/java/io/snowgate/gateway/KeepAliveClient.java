package io.snowgate.gateway;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One HTTP/1.1 connection over TLS, one request at a time, and nothing behind it that would try again: what happens to
 * this connection is what the test sees.
 */
final class KeepAliveClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** A whole answer; header names in lower case. */
    record Answer(int status, Map<String, String> headers, String body) {

        boolean isLast() {
            return "close".equals(headers.get("connection"));
        }
    }

    KeepAliveClient(SSLContext trust, int port) throws IOException {
        Socket bare = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket tls = (SSLSocket) trust.getSocketFactory().createSocket(bare, "localhost", port, true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        tls.setSSLParameters(parameters);
        tls.setSoTimeout(TIMEOUT_MILLIS);
        tls.setTcpNoDelay(true);
        tls.startHandshake();
        this.socket = tls;
        this.in = new BufferedInputStream(tls.getInputStream());
    }

    Answer get(String path) throws IOException {
        send(path);
        return read();
    }

    void send(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** Whether the server has closed this connection in an orderly way; waits until it has said something. */
    boolean isClosedByServer() throws IOException {
        return in.read() < 0;
    }

    Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] field = line.split(": ", 2);
            headers.put(field[0].toLowerCase(Locale.ROOT), field[1]);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer ended after " + body.length + " of " + length + " octets");
        }
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("the answer ended after: " + line);
            }
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
