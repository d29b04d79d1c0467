package io.snowgate.gateway.tls;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A TLS client whose records can be had before they are sent, to be broken on the way. The engine is the JDK's; its
 * octets go through a plain socket.
 */
final class EngineConnection implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket socket;
    private final SSLEngine engine;
    private final ByteBuffer received = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private final ByteBuffer plain = ByteBuffer.allocate(2 * BUFFER_BYTES);

    private EngineConnection(Socket socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
    }

    /** After its handshake in {@code version}, with {@code applicationProtocol} agreed on. */
    static EngineConnection open(SSLContext context, int port, String version, String applicationProtocol)
            throws IOException {
        SSLEngine engine = context.createSSLEngine("localhost", port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        parameters.setApplicationProtocols(new String[] {applicationProtocol});
        engine.setSSLParameters(parameters);
        EngineConnection connection = new EngineConnection(Clients.bare(port), engine);
        connection.shakeHands();
        if (!engine.getApplicationProtocol().equals(applicationProtocol)) {
            throw new AssertionError("agreed on " + engine.getApplicationProtocol());
        }
        return connection;
    }

    private void shakeHands() throws IOException {
        engine.beginHandshake();
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            switch (status) {
                case NEED_WRAP -> send(record(""));
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap();
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    /** The record that carries {@code text}, not yet sent. */
    byte[] record(String text) throws SSLException {
        ByteBuffer record = ByteBuffer.allocate(BUFFER_BYTES);
        engine.wrap(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    EngineConnection send(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        return this;
    }

    EngineConnection send(String text) throws IOException {
        return send(record(text));
    }

    /** Waits until the server has sent {@code text}. */
    void await(String text) throws IOException {
        while (!plainText().contains(text)) {
            if (!unwrap()) {
                throw new AssertionError("closed after: " + plainText());
            }
        }
    }

    /** What the server says until it closes the connection: the message of the engine, or null. */
    @Nullable
    String alertBeforeTheEnd() throws IOException {
        while (receive()) {
            // all of it first: a reset would hide the rest
        }
        try {
            while (unwrap()) {
                // what was under way is of no interest
            }
            return null;
        } catch (SSLException e) {
            return e.getMessage();
        }
    }

    /** One step; false at the end. */
    private boolean unwrap() throws IOException {
        SSLEngineResult result = engine.unwrap(received, plain);
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            return receive();
        }
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            engine.getDelegatedTask().run();
        }
        return result.getStatus() == SSLEngineResult.Status.OK;
    }

    /** False at the end, which a reset is, too. */
    private boolean receive() throws IOException {
        received.compact();
        try {
            int count = socket.getInputStream().read(received.array(), received.position(), received.remaining());
            received.position(received.position() + Math.max(0, count));
            return count >= 0;
        } catch (SocketException reset) {
            return false;
        } finally {
            received.flip();
        }
    }

    private String plainText() {
        return new String(plain.array(), 0, plain.position(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
