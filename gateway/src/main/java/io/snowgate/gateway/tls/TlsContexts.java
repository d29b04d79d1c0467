package io.snowgate.gateway.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSslCertificateCompressionConfig;
import io.netty.handler.ssl.OpenSslCertificateCompressionConfig.AlgorithmMode;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * What we offer in a TLS handshake: TLS 1.2 and 1.3, forward secrecy and AEAD only, a post-quantum group first, HTTP/2
 * before HTTP/1.1, resumption by ticket. No early data (it can be replayed) and no renegotiation.
 */
public final class TlsContexts {

    static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /** Ours come first, but for TLS 1.3 by BoringSSL: it has these three, always, and takes the client's first. */
    static final List<String> SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    /** In the words of the JDK, which passes over those it does not know; Netty translates them for BoringSSL. */
    static final List<String> GROUPS = List.of("X25519MLKEM768", "x25519", "secp256r1", "secp384r1");

    static final List<String> APPLICATION_PROTOCOLS =
            List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);

    /** Of one key for session tickets. */
    public static final int TICKET_KEY_BYTES = OpenSslSessionTicketKey.TICKET_KEY_SIZE;

    /** Netty hands the key on in a store in memory; one of the usual type takes 20,000 rounds of a password that is empty. */
    private static final String QUICK_STORE = "JKS";

    /** Choosing the one certificate is no work for another thread, and a handshake need not stop for it. */
    private static final boolean IN_TASKS = false;

    private static final byte[] SESSION_ID_CONTEXT = "snowgate".getBytes(StandardCharsets.US_ASCII);
    private static final int SESSION_CACHE_ENTRIES = 20_000;
    private static final long SESSION_LIFETIME_SECONDS = Duration.ofHours(2).toSeconds();

    private TlsContexts() {}

    /**
     * A server that shows {@code certificate} and gives a client {@code handshakeTimeout} in all, first byte to last.
     *
     * @throws TlsFailure when the provider does not run here or does not take the certificate
     */
    public static TlsServer server(TlsProvider provider, ServerCertificate certificate, Duration handshakeTimeout)
            throws TlsFailure {
        provider.requireAvailable();
        try {
            SslContext context = context(provider, certificate);
            return new TlsServer(provider, context, certificate, handshakeTimeout);
        } catch (SSLException e) {
            throw new TlsFailure(provider + " does not take the certificate " + certificate.origin() + ": " + e);
        }
    }

    private static SslContext context(TlsProvider provider, ServerCertificate certificate) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forServer(certificate.key(), certificate.chain())
                .keyStoreType(QUICK_STORE)
                .sslProvider(provider.nettyProvider)
                .protocols(PROTOCOLS)
                .ciphers(SUITES)
                .applicationProtocolConfig(alpn())
                .trustManager(nobody())
                .sessionCacheSize(SESSION_CACHE_ENTRIES)
                .sessionTimeout(SESSION_LIFETIME_SECONDS);
        return switch (provider) {
            case BORINGSSL ->
                withTickets(builder.option(OpenSslContextOption.GROUPS, GROUPS.toArray(String[]::new))
                        .option(OpenSslContextOption.CERTIFICATE_COMPRESSION_ALGORITHMS, certificateCompression())
                        .option(OpenSslContextOption.USE_TASKS, IN_TASKS)
                        .build());
            case JDK -> {
                refuseRenegotiation();
                yield builder.build();
            }
        };
    }

    /** The only behaviours both providers know. A client with foreign protocols only: {@link ClientHelloHandler}. */
    private static ApplicationProtocolConfig alpn() {
        return new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                APPLICATION_PROTOCOLS);
    }

    /** We ask no client for a certificate; without this, all the authorities of the JDK would be loaded for it. */
    private static TrustManagerFactory nobody() {
        try {
            KeyStore empty = KeyStore.getInstance("PKCS12");
            empty.load(null, null);
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(empty);
            return factory;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every JDK makes an empty PKCS12 store", e);
        }
    }

    /**
     * Without keys of ours BoringSSL makes them itself and rolls them every two days. A ticket also names what it was made
     * for, which Netty takes from the certificate; here it is the same everywhere, as no session says who its client is.
     */
    private static SslContext withTickets(SslContext context) {
        OpenSslServerSessionContext sessions = (OpenSslServerSessionContext) context.sessionContext();
        sessions.setTicketKeys();
        if (!sessions.setSessionIdContext(SESSION_ID_CONTEXT.clone())) {
            throw new IllegalStateException("BoringSSL takes every context of up to 32 octets");
        }
        return context;
    }

    private static OpenSslCertificateCompressionConfig certificateCompression() {
        return OpenSslCertificateCompressionConfig.newBuilder()
                .addAlgorithm(new CertificateCompression(), AlgorithmMode.Compress)
                .build();
    }

    /** Name, HMAC key and AES key, in this order. */
    static void setTicketKeys(SslContext context, List<byte[]> keys) {
        ((OpenSslSessionContext) context.sessionContext())
                .setTicketKeys(keys.stream().map(TlsContexts::ticketKey).toArray(OpenSslSessionTicketKey[]::new));
    }

    private static OpenSslSessionTicketKey ticketKey(byte[] key) {
        int aes = OpenSslSessionTicketKey.NAME_SIZE + OpenSslSessionTicketKey.HMAC_KEY_SIZE;
        return new OpenSslSessionTicketKey(
                Arrays.copyOf(key, OpenSslSessionTicketKey.NAME_SIZE),
                Arrays.copyOfRange(key, OpenSslSessionTicketKey.NAME_SIZE, aes),
                Arrays.copyOfRange(key, aes, TICKET_KEY_BYTES));
    }

    /** The JDK's only switch; it is read at the first handshake of the process. BoringSSL refuses by itself. */
    private static void refuseRenegotiation() {
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }
}
