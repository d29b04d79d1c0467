package io.snowgate.faults;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to one gateway, plain HTTP/1.1, opened when it is needed and again after a failure. As thin as
 * can be: what happens between {@link System#nanoTime} and the socket is what a history is exact about. One thread.
 */
final class Connection implements AutoCloseable {

    private final InetSocketAddress address;
    private final int patienceMillis;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** What came back. */
    record Answer(int status, String body) {}

    Connection(InetSocketAddress address, int patienceMillis) {
        this.address = address;
        this.patienceMillis = patienceMillis;
    }

    Answer get(String path, Map<String, String> fields) throws IOException {
        try {
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nhost: faults\r\n");
            fields.forEach((name, value) ->
                    request.append(name).append(": ").append(value).append("\r\n"));
            Socket open = open();
            open.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
            return read();
        } catch (IOException | IllegalArgumentException e) {
            close();
            throw e;
        }
    }

    private Socket open() throws IOException {
        Socket open = socket;
        if (open == null) {
            open = new Socket();
            socket = open;
            open.setTcpNoDelay(true);
            open.setSoTimeout(patienceMillis);
            open.connect(address, patienceMillis);
            in = new BufferedInputStream(open.getInputStream());
        }
        return open;
    }

    private Answer read() throws IOException {
        String status = line();
        int length = 0;
        boolean isLast = false;
        for (String field = line(); !field.isEmpty(); field = line()) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            }
            isLast |= lower.equals("connection: close");
        }
        byte[] body = stream().readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer is cut off");
        }
        if (isLast) {
            close();
        }
        return new Answer(codeOf(status), new String(body, StandardCharsets.UTF_8));
    }

    private static int codeOf(String status) {
        if (!status.matches("HTTP/1\\.1 [1-5][0-9]{2}( .*)?")) {
            throw new IllegalArgumentException("no status line: " + status);
        }
        return Integer.parseInt(status.substring(9, 12));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = stream().read(); octet != '\n'; octet = stream().read()) {
            if (octet < 0) {
                throw new EOFException("closed");
            }
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }

    private InputStream stream() throws IOException {
        InputStream open = in;
        if (open == null) {
            throw new EOFException("closed");
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            open.close();
        }
    }
}
