package io.snowgate.gateway.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A connection without a socket: what the client sends is read at once, what the server writes is counted and dropped.
 * One thread.
 */
final class Loopback implements AutoCloseable {

    private final EmbeddedChannel channel;
    private final @Nullable SealingClient client;
    private final ByteBuf request;

    private Loopback(EmbeddedChannel channel, @Nullable SealingClient client, ByteBuf request) {
        this.channel = channel;
        this.client = client;
        this.request = request;
    }

    /** A connection on which {@code request} is sent as it is. */
    static Loopback plain(ChannelHandler server, String request) throws Exception {
        return new Loopback(channel(server), null, octets(request));
    }

    /** A connection on which it is encrypted, and whose handshake is done. */
    static Loopback encrypted(ChannelHandler server, String request) throws Exception {
        Loopback connection = new Loopback(channel(server), new SealingClient(), octets(request));
        connection.handshake();
        return connection;
    }

    private static EmbeddedChannel channel(ChannelHandler server) throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance(), false, false, server);
        channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        channel.register();
        return channel;
    }

    private static ByteBuf octets(String request) {
        return Unpooled.directBuffer().writeBytes(request.getBytes(StandardCharsets.US_ASCII));
    }

    private void handshake() {
        ByteBuf received = Unpooled.directBuffer();
        while (!client().handshake(received)) {
            channel.writeInbound(client().flight());
            takeAll(received);
        }
        channel.writeInbound(client().flight());
        channel.checkException();
        takeAll(received);
        read(received);
    }

    /** The client's part alone: the request, sealed where that is done, in a buffer of its own. */
    ByteBuf send() {
        if (client != null) {
            return client.seal(request);
        }
        ByteBuf sent = channel.alloc().directBuffer(request.readableBytes());
        return sent.writeBytes(request, request.readerIndex(), request.readableBytes());
    }

    /** Sends the request once; how many octets the answer took on the wire. */
    int ask() {
        receive(send());
        return drop();
    }

    /** Sends the request once; the answer as the client reads it. Not after {@link #ask}, which skips records. */
    String answer() {
        receive(send());
        channel.checkException();
        ByteBuf received = Unpooled.directBuffer();
        takeAll(received);
        return read(received);
    }

    private String read(ByteBuf received) {
        StringBuilder text = new StringBuilder();
        while (received.isReadable()) {
            ByteBuf opened =
                    client == null ? received.readRetainedSlice(received.readableBytes()) : client.open(received);
            text.append(opened.toString(StandardCharsets.UTF_8));
            opened.release();
        }
        received.release();
        return text.toString();
    }

    private void receive(ByteBuf sent) {
        channel.pipeline().fireChannelRead(sent);
        channel.pipeline().fireChannelReadComplete();
    }

    private int drop() {
        int octets = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            octets += out.readableBytes();
            out.release();
        }
        return octets;
    }

    private void takeAll(ByteBuf to) {
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            to.writeBytes(out);
            out.release();
        }
    }

    private SealingClient client() {
        if (client == null) {
            throw new IllegalStateException("not encrypted");
        }
        return client;
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
        request.release();
        if (client != null) {
            client.close();
        }
    }
}
