package io.snowgate.gateway;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.GOAWAY;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslHandler;
import io.snowgate.gateway.http.Http2Octets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection whose {@linkplain Http2Octets octets are made by hand}. Frames that come back are kept in
 * order until asked for. A connection goes on reading when it can no longer write, as the server's last word may still
 * be on its way.
 */
final class RawHttp2 implements AutoCloseable {

    private static final int CLOSED = -1;
    private static final int WAIT_SECONDS = 10;

    private static final EventLoopGroup LOOP = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    private final Channel channel;
    private final BlockingQueue<Frame> frames;
    private final Map<Integer, Answer> answers = new HashMap<>();

    private RawHttp2(Channel channel, BlockingQueue<Frame> frames) {
        this.channel = channel;
        this.frames = frames;
    }

    /** A connection that has sent its preface; {@code settings} are ids and values by turns. */
    static RawHttp2 connect(TestGateway gateway, int... settings) {
        BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
        Channel channel = new Bootstrap()
                .group(LOOP)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.AUTO_CLOSE, false)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(newTls(gateway.trust(), channel))
                                .addLast(new Reader(frames));
                    }
                })
                .connect("localhost", gateway.port())
                .syncUninterruptibly()
                .channel();
        Objects.requireNonNull(channel.pipeline().get(SslHandler.class))
                .handshakeFuture()
                .syncUninterruptibly();
        RawHttp2 connection = new RawHttp2(channel, frames);
        connection.send(Http2Octets.preface(settings));
        return connection;
    }

    private static SslHandler newTls(SSLContext trust, Channel channel) {
        ApplicationProtocolConfig alpn = new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2);
        return new JdkSslContext(
                        trust, true, null, IdentityCipherSuiteFilter.INSTANCE, alpn, ClientAuth.NONE, null, false)
                .newHandler(channel.alloc());
    }

    /** Whether all of this could still be written. */
    boolean send(byte[]... octets) {
        return channel.writeAndFlush(Unpooled.wrappedBuffer(octets))
                .awaitUninterruptibly()
                .isSuccess();
    }

    /** Stops, or goes on, taking what the server sends. */
    void read(boolean read) {
        channel.config().setAutoRead(read);
    }

    /** The next frame of this type, whatever comes before it. */
    Frame await(int type) {
        List<Frame> before = new ArrayList<>();
        for (Frame frame = next(); frame.type() != CLOSED; frame = next()) {
            take(frame);
            if (frame.type() == type) {
                return frame;
            }
            before.add(frame);
        }
        throw new AssertionError("closed without a frame of type " + type + " after " + before);
    }

    /** The reason the server gives for its end. */
    Http2Error awaitGoAway() {
        return await(GOAWAY).goAwayError();
    }

    /** The answer on this stream, once it is whole or was reset. */
    Answer answer(int stream) {
        Answer answer = answers.computeIfAbsent(stream, id -> new Answer());
        while (!answer.isOver()) {
            Frame frame = next();
            if (frame.type() == CLOSED) {
                throw new AssertionError("closed before the answer on stream " + stream);
            }
            take(frame);
        }
        return answer;
    }

    /** Whether any of an answer on this stream was among the frames looked at. */
    boolean isAnswered(int stream) {
        return answers.containsKey(stream);
    }

    /** Asks and waits. */
    Answer ask(int stream, String path, String... more) {
        send(Http2Octets.get(stream, path, more));
        return answer(stream);
    }

    /** Waits until the server has closed the connection, and answers how many frames of {@code type} came before. */
    int countUntilClosed(int type) {
        int count = 0;
        for (Frame frame = next(); frame.type() != CLOSED; frame = next()) {
            take(frame);
            count += frame.type() == type ? 1 : 0;
        }
        return count;
    }

    void awaitClosed() {
        countUntilClosed(CLOSED);
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }

    private Frame next() {
        try {
            Frame frame = frames.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("nothing more came within " + WAIT_SECONDS + " s");
            }
            return frame;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void take(Frame frame) {
        if (frame.type() == HEADERS || frame.type() == DATA || frame.type() == RST_STREAM) {
            answers.computeIfAbsent(frame.stream(), id -> new Answer()).take(frame);
        }
    }

    /** One frame as it came. */
    record Frame(
            int type,
            int flags,
            int stream,
            ByteBuf payload,
            @Nullable Http2Headers headers) {

        Http2Error error() {
            return Objects.requireNonNull(Http2Error.valueOf(payload.getUnsignedInt(0)));
        }

        int lastStream() {
            return payload.getInt(0);
        }

        Http2Error goAwayError() {
            return Objects.requireNonNull(Http2Error.valueOf(payload.getUnsignedInt(4)));
        }
    }

    /** What came back on one stream. */
    static final class Answer {

        private final StringBuilder body = new StringBuilder();
        private @Nullable Http2Headers headers;
        private @Nullable Http2Error reset;
        private boolean ended;
        private boolean interim;

        private void take(Frame frame) {
            if (frame.type() == RST_STREAM) {
                reset = frame.error();
                return;
            }
            if (frame.headers() != null) {
                interim |= headers != null;
                headers = frame.headers();
            } else {
                body.append(frame.payload().toString(US_ASCII));
            }
            ended = (frame.flags() & END_STREAM) != 0;
        }

        boolean isOver() {
            return ended || reset != null;
        }

        /** Whether the whole answer came, whatever came then. */
        boolean isWhole() {
            return ended;
        }

        /** Whether another header came before the last. */
        boolean hadInterim() {
            return interim;
        }

        @Nullable
        Http2Error reset() {
            return reset;
        }

        int status() {
            return Integer.parseInt(String.valueOf(header(":status")));
        }

        @Nullable
        String header(String name) {
            CharSequence value = Objects.requireNonNull(headers, "no header").get(name);
            return value == null ? null : value.toString();
        }

        String body() {
            return body.toString();
        }
    }

    private static final class Reader extends ByteToMessageDecoder {

        private static final int HEADER_OCTETS = 9;

        private final DefaultHttp2HeadersDecoder hpack = new DefaultHttp2HeadersDecoder(false);
        private final BlockingQueue<Frame> frames;

        Reader(BlockingQueue<Frame> frames) {
            this.frames = frames;
        }

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Http2Exception {
            if (in.readableBytes() < HEADER_OCTETS
                    || in.readableBytes() < HEADER_OCTETS + in.getUnsignedMedium(in.readerIndex())) {
                return;
            }
            int octets = in.readUnsignedMedium();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            ByteBuf payload = Unpooled.buffer(octets).writeBytes(in, octets);
            Http2Headers headers = type == HEADERS ? hpack.decodeHeaders(stream, payload.duplicate()) : null;
            frames.add(new Frame(type, flags, stream, payload, headers));
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            super.channelInactive(ctx);
            frames.add(new Frame(CLOSED, NO_FLAGS, 0, Unpooled.EMPTY_BUFFER, null));
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // channelInactive tells
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
