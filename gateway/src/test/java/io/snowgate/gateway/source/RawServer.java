package io.snowgate.gateway.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that does to each connection what a test tells it: hang, drip, lie. Every connection has a thread. */
final class RawServer implements AutoCloseable {

    /** What is done with a connection; it is closed when this returns. */
    @FunctionalInterface
    interface Script {
        void run(Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Script script;

    RawServer(Script script) throws IOException {
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    /** Reads a request up to its empty line, answers, and hangs up. */
    static RawServer answering(String answer) throws IOException {
        return new RawServer(socket -> {
            readHead(socket);
            write(socket, answer);
        });
    }

    void does(Script next) {
        script = next;
    }

    int port() {
        return listener.getLocalPort();
    }

    int accepted() {
        return accepted.get();
    }

    /** Connections that nobody has closed yet. */
    int open() {
        return open.size();
    }

    static void readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        for (int last4 = 0, octet = in.read(); octet >= 0; octet = in.read()) {
            last4 = last4 << 8 | octet;
            if (last4 == 0x0d0a0d0a) {
                return;
            }
        }
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Until the other side hangs up. */
    static void waitForEnd(Socket socket) throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // what it says is of no interest
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                accepted.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.run(socket);
        } catch (IOException | InterruptedException e) {
            // the client has gone, or the test is over
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
