package io.snowgate.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Passes octets on to a gateway, each so much later than it came, in both directions. For kernels that cannot delay
 * packets themselves.
 */
final class Relay implements AutoCloseable {

    private static final int BUFFER_BYTES = 65_536;

    private final InetSocketAddress target;
    private final LongSupplier delayNanos;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** What was read at once, or the end. */
    private static final class Chunk {

        private final long dueNanos;
        private final byte[] octets;
        private final boolean isEnd;

        private Chunk(long dueNanos, byte[] octets, boolean isEnd) {
            this.dueNanos = dueNanos;
            this.octets = octets;
            this.isEnd = isEnd;
        }
    }

    Relay(InetSocketAddress target, LongSupplier delayNanos) throws IOException {
        this.target = target;
        this.delayNanos = delayNanos;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                join(server.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void join(Socket near) {
        open.add(near);
        Thread.ofVirtual().start(() -> {
            Socket far = new Socket();
            open.add(far);
            try {
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                far.connect(target);
                pass(near, far);
                pass(far, near);
            } catch (IOException refused) {
                end(near, far);
            }
        });
    }

    private void pass(Socket from, Socket to) {
        BlockingQueue<Chunk> queue = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> read(from, queue));
        Thread.ofVirtual().start(() -> write(queue, from, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> queue) {
        byte[] buffer = new byte[BUFFER_BYTES];
        int length = 0;
        while (length >= 0) {
            length = readInto(buffer, from);
            byte[] octets = Arrays.copyOf(buffer, Math.max(0, length));
            queue.add(new Chunk(System.nanoTime() + delayNanos.getAsLong(), octets, length < 0));
        }
    }

    private static int readInto(byte[] buffer, Socket from) {
        try {
            return from.getInputStream().read(buffer);
        } catch (IOException closed) {
            return -1;
        }
    }

    private void write(BlockingQueue<Chunk> queue, Socket from, Socket to) {
        try {
            for (Chunk chunk = queue.take(); !chunk.isEnd; chunk = queue.take()) {
                TimeUnit.NANOSECONDS.sleep(chunk.dueNanos - System.nanoTime());
                to.getOutputStream().write(chunk.octets);
            }
            end(from, to);
        } catch (IOException | InterruptedException closed) {
            end(from, to);
        }
    }

    private void end(Socket one, Socket other) {
        for (Socket socket : new Socket[] {one, other}) {
            open.remove(socket);
            closeQuietly(socket);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
