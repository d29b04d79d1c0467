package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.snowgate.gateway.http.CurrentDate;
import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.http.Http1Deadlines;
import io.snowgate.gateway.http.Http1Decoder;
import io.snowgate.gateway.http.Http1Handler;
import io.snowgate.gateway.http.Http2Codec;
import io.snowgate.gateway.http.Http2Handler;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.HttpLimits;
import io.snowgate.gateway.http.Jitter;
import io.snowgate.gateway.http.Router;
import io.snowgate.gateway.tls.TlsServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of a connection, which is the trip of an octet, top to bottom:
 *
 * <pre>
 *   socket
 *     │  (Connections)          counted; when there are too many, refused or closed
 *     │  ClientHelloHandler     turns away foreign application protocols, then leaves        ┐
 *     │  SslHandler             octets ⇄ records                                             │ TLS only
 *     │  AlpnHandler            waits for the handshake, puts in what follows, then leaves   ┘
 *     │
 *     ├─ http/1.1 ── Http1Deadlines ── Http1Decoder ── Http1Handler ──┐
 *     └─ h2 ──────── Http2Codec ── Http2Handler ──────────────────────┴─▶ Router ─▶ endpoint
 *     │
 *     │  FailureHandler         whatever nobody caught: close, without a word to the client
 * </pre>
 *
 * <p>Any event loop; immutable.
 */
public final class ConnectionInitializer extends ChannelInitializer<Channel> {

    /** For TLS under HTTP/1.1, where an answer is one buffer: nothing is gained by looking for more to put in its record. */
    private static final int EACH_BUFFER_AS_IT_IS = 0;

    private final Connections connections;
    private final @Nullable TlsServer tls;
    private final Router router;
    private final CurrentDate date;
    private final Drain drain;
    private final HttpLimits limits;
    private final Router refusing;
    private final HttpLimits limitsOfRefused;
    private final Counter handshakes;
    private final Counter failedHandshakes;

    /** The pipelines of one listener. {@code tls} is null for plain HTTP. */
    public ConnectionInitializer(
            Connections connections,
            @Nullable TlsServer tls,
            Router router,
            CurrentDate date,
            Drain drain,
            HttpLimits limits,
            MeterRegistry registry) {
        this.connections = connections;
        this.tls = tls;
        this.router = router;
        this.date = date;
        this.drain = drain;
        this.limits = limits;
        this.refusing = Router.refusing(router.cors(), registry, HttpFailure.tooManyConnections(Jitter.CHANCE));
        this.limitsOfRefused = limits.ofRefused();
        this.handshakes = handshakes(registry, "ok");
        this.failedHandshakes = handshakes(registry, "failed");
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // closed either way
    protected void initChannel(Channel channel) {
        switch (connections.admit(channel)) {
            case SERVED -> addAll(channel, router, limits);
            case REFUSED -> addAll(channel, refusing, limitsOfRefused);
            case CLOSED -> channel.close();
        }
    }

    private void addAll(Channel channel, Router router, HttpLimits limits) {
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            pipeline.addLast(tls.newClientHelloHandler());
            pipeline.addLast(tls.newHandler(channel.alloc()));
            pipeline.addLast(new AlpnHandler(
                    (whole, protocol) -> addHttp(whole, protocol, router, limits), handshakes, failedHandshakes));
        } else {
            addHttp1(pipeline, router, limits, limits.headerTimeout());
        }
        pipeline.addLast(FailureHandler.INSTANCE);
    }

    private void addHttp(ChannelPipeline pipeline, String protocol, Router router, HttpLimits limits) {
        if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
            addHttp2(pipeline, router, limits);
        } else {
            pipeline.get(SslHandler.class).setWrapDataSize(EACH_BUFFER_AS_IT_IS);
            addHttp1(pipeline, router, limits, limits.idleTimeout());
        }
        pipeline.remove(FailureHandler.INSTANCE);
        pipeline.addLast(FailureHandler.INSTANCE);
    }

    private void addHttp1(ChannelPipeline pipeline, Router router, HttpLimits limits, Duration firstRequestTimeout) {
        Http1Decoder decoder = new Http1Decoder(limits);
        Http1Deadlines deadlines = new Http1Deadlines(limits, firstRequestTimeout, decoder);
        pipeline.addLast(deadlines);
        pipeline.addLast(decoder);
        pipeline.addLast(new Http1Handler(router, date, drain, limits, deadlines));
    }

    private void addHttp2(ChannelPipeline pipeline, Router router, HttpLimits limits) {
        Http2Codec codec = Http2Codec.create(limits);
        pipeline.addLast(codec);
        pipeline.addLast(new Http2Handler(router, date, drain, limits, codec));
    }

    private static Counter handshakes(MeterRegistry registry, String outcome) {
        return Counter.builder("snowgate.tls.handshakes")
                .description("TLS handshakes")
                .tag("outcome", outcome)
                .register(registry);
    }
}
