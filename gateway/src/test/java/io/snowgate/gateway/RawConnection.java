package io.snowgate.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** HTTP/1.1 octet by octet: says what no client library would, and reads what comes back. */
final class RawConnection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    /** What the server sent: its head without the empty line, and its body. */
    record Answer(String head, String text) {

        int status() {
            return Integer.parseInt(head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }

        /** The values of a field, in their order; {@code name} in lower case. */
        List<String> fields(String name) {
            return head.lines()
                    .skip(1)
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .toList();
        }

        Optional<String> field(String name) {
            return fields(name).stream().findFirst();
        }
    }

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RawConnection over(Socket socket) throws IOException {
        return new RawConnection(socket);
    }

    static RawConnection plain(TestGateway gateway) throws IOException {
        return new RawConnection(TestGateway.socket(gateway.plainPort()));
    }

    static RawConnection tls(TestGateway gateway) throws IOException {
        return new RawConnection(gateway.tlsSocket("http/1.1"));
    }

    RawConnection send(String octets) throws IOException {
        socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** A GET with {@code fields}, each ended by CR LF. */
    RawConnection get(String target, String... fields) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", fields)
                + (fields.length == 0 ? "" : "\r\n") + "\r\n");
    }

    /** The next answer, which must come. */
    Answer answer() throws IOException {
        Answer head = head();
        int length = head.field("content-length").map(Integer::parseInt).orElse(0);
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("closed within a body after " + head.head());
        }
        return new Answer(head.head(), new String(body, StandardCharsets.UTF_8));
    }

    /** The head of the next answer, where no body follows whatever it says. */
    Answer head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("closed after: " + head);
            }
            head.write(octet);
        }
        return new Answer(head.toString(StandardCharsets.ISO_8859_1).strip(), "");
    }

    /** All that comes, until it ends with {@code end}. */
    String textUntil(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end, Math.max(0, text.length() - end.length())) < 0) {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("closed after: " + text);
            }
            text.append((char) octet);
        }
        return text.toString();
    }

    /** All answers until the server closes. */
    List<Answer> answersToEnd() throws IOException {
        List<Answer> answers = new ArrayList<>();
        while (!isAtEnd()) {
            answers.add(answer());
        }
        return answers;
    }

    /** Waits for the next octet or the end, and tells which it was. A reset is an end, too. */
    boolean isAtEnd() throws IOException {
        in.mark(1);
        try {
            if (in.read() < 0) {
                return true;
            }
        } catch (java.net.SocketException reset) {
            return true;
        }
        in.reset();
        return false;
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
