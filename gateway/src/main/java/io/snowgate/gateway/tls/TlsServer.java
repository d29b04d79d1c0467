package io.snowgate.gateway.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * TLS as one certificate serves it: any thread, and nothing of it changes until it is closed but the keys of tickets. Each
 * connection takes its two handlers from here, {@link #newClientHelloHandler} and behind it {@link #newHandler}.
 *
 * <p>To change the certificate, make another one, publish it, then {@link #close} this one: connections that live keep
 * what they need of it.
 */
public final class TlsServer implements AutoCloseable {

    /** How long our farewell may wait for a peer that does not read. We do not wait for the peer's at all. */
    private static final Duration CLOSE_NOTIFY_FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private static final long NO_WAIT = 0;

    private final TlsProvider provider;
    private final SslContext context;
    private final ServerCertificate certificate;
    private final long handshakeTimeoutMillis;
    private final AtomicBoolean open = new AtomicBoolean(true);

    TlsServer(TlsProvider provider, SslContext context, ServerCertificate certificate, Duration handshakeTimeout) {
        this.provider = provider;
        this.context = context;
        this.certificate = certificate;
        this.handshakeTimeoutMillis = handshakeTimeout.toMillis();
    }

    /** First in the pipeline: turns away who speaks neither HTTP/2 nor HTTP/1.1, then leaves. */
    public ChannelHandler newClientHelloHandler() {
        return new ClientHelloHandler(TlsContexts.APPLICATION_PROTOCOLS);
    }

    /**
     * Second: the handshake, within its deadline, and the records.
     *
     * @throws io.netty.util.IllegalReferenceCountException after {@link #close}
     */
    public SslHandler newHandler(ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(allocator);
        if (provider == TlsProvider.JDK) {
            limitGroups(handler.engine());
        }
        handler.setHandshakeTimeoutMillis(handshakeTimeoutMillis);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_FLUSH_TIMEOUT.toMillis());
        handler.setCloseNotifyReadTimeout(NO_WAIT, TimeUnit.MILLISECONDS);
        return handler;
    }

    private static void limitGroups(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setNamedGroups(TlsContexts.GROUPS.toArray(String[]::new));
        engine.setSSLParameters(parameters);
    }

    /**
     * Takes keys for session tickets that others have, too: tickets are made with the first, and those of all are taken.
     * Any thread, and nothing happens after {@link #close}; connections that live keep what they have. The JDK has no way
     * to be told its keys, and goes on with its own.
     *
     * @param keys of {@link TlsContexts#TICKET_KEY_BYTES} octets or more each, at least one
     */
    public synchronized void setTicketKeys(List<byte[]> keys) {
        if (provider == TlsProvider.BORINGSSL && open.get()) {
            TlsContexts.setTicketKeys(context, keys);
        }
    }

    public ServerCertificate certificate() {
        return certificate;
    }

    /** For the start banner: versions and library. */
    public String describe() {
        return "1.2 and 1.3 by " + provider.version();
    }

    /** No new connections; the native memory goes with the last of the old ones. */
    @Override
    public synchronized void close() {
        if (open.getAndSet(false)) {
            ReferenceCountUtil.release(context);
        }
    }
}
