package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSslCertificateCompressionAlgorithm;
import io.netty.handler.ssl.OpenSslCertificateCompressionConfig;
import io.netty.handler.ssl.OpenSslCertificateCompressionConfig.AlgorithmMode;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslContextOption;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCountUtil;
import io.snowgate.gateway.tls.Clients.Farewell;
import io.snowgate.gateway.tls.EchoServer.Handshake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes over real sockets, the server by either provider, the client by the JDK or by hand. */
class TlsServerTest {

    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final long PROMPT_MILLIS = 1_000;

    private static final int HANDSHAKE_FAILURE = 40;
    private static final int PROTOCOL_VERSION = 70;
    private static final int NO_APPLICATION_PROTOCOL = 120;

    @ParameterizedTest
    @CsvSource({"BORINGSSL, TLSv1.3", "BORINGSSL, TLSv1.2", "JDK, TLSv1.3", "JDK, TLSv1.2"})
    void carriesBytesOverEachVersion(TlsProvider provider, String version) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec());
                SSLSocket socket = connect(server, TestCertificate.ec(), only(version))) {
            Clients.echo(socket);
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        }
    }

    @ParameterizedTest
    @CsvSource({"BORINGSSL, TLSv1.3", "BORINGSSL, TLSv1.2", "JDK, TLSv1.3", "JDK, TLSv1.2"})
    void servesAnRsaCertificate(TlsProvider provider, String version) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.rsa());
                SSLSocket socket = connect(server, TestCertificate.rsa(), only(version))) {
            Clients.echo(socket);
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesTls11WithAnAlertAndCloses(TlsProvider provider) throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_1, ClientHello.ECDHE_ECDSA_AES_128_CBC);
        assertRefused(provider, hello.group(ClientHello.P_256), PROTOCOL_VERSION);
    }

    @ParameterizedTest
    @EnumSource
    void refusesSuitesWithoutAeadOrForwardSecrecy(TlsProvider provider) throws Exception {
        ClientHello hello = new ClientHello(
                ClientHello.TLS_1_2,
                ClientHello.ECDHE_ECDSA_AES_128_CBC_SHA256,
                ClientHello.ECDHE_ECDSA_AES_128_CBC,
                ClientHello.RSA_AES_128_GCM);
        assertRefused(provider, hello.group(ClientHello.P_256), HANDSHAKE_FAILURE);
    }

    @ParameterizedTest
    @EnumSource
    void refusesAClientThatSharesNoGroup(TlsProvider provider) throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_RSA_AES_128_GCM);
        assertRefused(provider, TestCertificate.rsa(), hello.group(ClientHello.P_521), HANDSHAKE_FAILURE);
    }

    @ParameterizedTest
    @EnumSource
    void takesAHandMadeHelloThatIsInOrder(TlsProvider provider) throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_RSA_AES_128_GCM);
        try (EchoServer server = server(provider, TestCertificate.rsa());
                Socket socket = Clients.bare(server.port())) {
            socket.getOutputStream().write(hello.group(ClientHello.P_256).record());
            assertThat(socket.getInputStream().read()).as("a handshake record").isEqualTo(22);
        }
    }

    @ParameterizedTest
    @CsvSource({"BORINGSSL, TLSv1.2", "JDK, TLSv1.3", "JDK, TLSv1.2"})
    void prefersAes128WhateverTheClientPrefers(TlsProvider provider, String version) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec());
                SSLSocket socket = connect(server, TestCertificate.ec(), preferringTheReverse(version))) {
            Clients.echo(socket);
            assertThat(socket.getSession().getCipherSuite()).endsWith("AES_128_GCM_SHA256");
        }
    }

    /** BoringSSL has no setting for it. Browsers prefer AES-128 themselves. */
    @Test
    void followsTheClientWhenBoringSslChoosesTheSuiteOfTls13() throws Exception {
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec());
                SSLSocket socket = connect(server, TestCertificate.ec(), preferringTheReverse("TLSv1.3"))) {
            Clients.echo(socket);
            assertThat(socket.getSession().getCipherSuite()).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BORINGSSL, 'h2',                h2",
        "BORINGSSL, 'http/1.1',          http/1.1",
        "BORINGSSL, 'http/1.1 h2',       h2",
        "BORINGSSL, 'foo http/1.1',      http/1.1",
        "BORINGSSL, '',                  ''",
        "JDK,       'h2',                h2",
        "JDK,       'http/1.1',          http/1.1",
        "JDK,       'http/1.1 h2',       h2",
        "JDK,       'foo http/1.1',      http/1.1",
        "JDK,       '',                  ''",
    })
    void agreesOnTheApplicationProtocol(TlsProvider provider, String offered, String agreed) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec());
                SSLSocket socket = connect(server, TestCertificate.ec(), offering(offered))) {
            Clients.echo(socket);
            assertThat(socket.getApplicationProtocol()).isEqualTo(agreed);
            assertThat(server.handshakes.poll(5, TimeUnit.SECONDS)).isEqualTo(new Handshake(true, agreed));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesForeignApplicationProtocolsWithAnAlertAndCloses(TlsProvider provider) throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .applicationProtocols("foo", "http/1.0");
        assertRefused(provider, hello, NO_APPLICATION_PROTOCOL);
    }

    @ParameterizedTest
    @EnumSource
    void tellsTheJdkClientWhyItsApplicationProtocolIsRefused(TlsProvider provider) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec());
                SSLSocket socket = connect(server, TestCertificate.ec(), offering("foo"))) {
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("no_application_protocol");
            assertThat(server.handshakes.poll(5, TimeUnit.SECONDS)).isEqualTo(new Handshake(false, ""));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void refusesForeignApplicationProtocolsAlsoInManyRecords(int recordBytes) throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .applicationProtocols("foo");
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec())) {
            Farewell farewell = Clients.send(server.port(), ClientHello.records(hello.body(), recordBytes));
            assertThat(farewell.fatalAlert()).isEqualTo(NO_APPLICATION_PROTOCOL);
        }
    }

    @ParameterizedTest
    @CsvSource({"BORINGSSL, TLSv1.3", "BORINGSSL, TLSv1.2", "JDK, TLSv1.3", "JDK, TLSv1.2"})
    void resumesASession(TlsProvider provider, String version) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec())) {
            SSLContext client = Clients.trusting(TestCertificate.ec().certificate());
            long first = sessionCreated(server, client, version);
            long stranger =
                    sessionCreated(server, Clients.trusting(TestCertificate.ec().certificate()), version);
            long second = sessionCreated(server, client, version);
            assertThat(second).as("the second session is the first").isEqualTo(first);
            assertThat(stranger).as("another client's session is its own").isGreaterThan(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void resumesASessionThatBeganAtAnotherServerWithTheSameTicketKeys(String version) throws Exception {
        byte[] key = ticketKey(1);
        byte[] next = ticketKey(2);
        SSLContext client = Clients.trusting(TestCertificate.ec().certificate());
        EchoServer first = serverWith(List.of(key), 0);
        int port = first.port();
        long began = sessionCreatedAtAndClosed(first, client, version);
        assertThat(sessionCreatedAtAndClosed(serverWith(List.of(next, key), port), client, version))
                .as("the session is the one that began at the first")
                .isEqualTo(began);
        SSLContext other = Clients.trusting(TestCertificate.ec().certificate());
        long elsewhere = sessionCreatedAtAndClosed(serverWith(List.of(key), port), other, version);
        assertThat(sessionCreatedAtAndClosed(serverWith(List.of(next), port), other, version))
                .as("who does not have the key begins anew")
                .isGreaterThan(elsewhere);
    }

    /** All at one port in turn: the client keeps its sessions by name and port. */
    private static EchoServer serverWith(List<byte[]> ticketKeys, int port) throws TlsFailure {
        TlsServer tls =
                TlsContexts.server(TlsProvider.BORINGSSL, TestCertificate.ec().served(), PATIENT);
        tls.setTicketKeys(ticketKeys);
        return new EchoServer(tls, port);
    }

    private static byte[] ticketKey(int seed) {
        byte[] key = new byte[TlsContexts.TICKET_KEY_BYTES];
        new Random(seed).nextBytes(key);
        return key;
    }

    private static long sessionCreatedAtAndClosed(EchoServer server, SSLContext client, String version)
            throws IOException {
        try (server) {
            return sessionCreated(server, client, version);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X25519MLKEM768", "X25519", "P-256", "P-384"})
    void shakesHandsInEachGroup(String group) throws Exception {
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec())) {
            assertThat(handshakeInGroup(server, group)).isTrue();
        }
    }

    @Test
    void refusesBoringSslInAnotherGroup() throws Exception {
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec())) {
            assertThat(handshakeInGroup(server, "P-521")).isFalse();
        }
    }

    /** As tightly as zlib can, which Netty by itself does not: so it is ours that is remembered. */
    @Test
    void showsItsCertificateInZlib() throws Exception {
        Unpacking unpacking = new Unpacking();
        OpenSslCertificateCompressionConfig config = OpenSslCertificateCompressionConfig.newBuilder()
                .addAlgorithm(unpacking, AlgorithmMode.Decompress)
                .build();
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec())) {
            assertThat(handshake(server, OpenSslContextOption.CERTIFICATE_COMPRESSION_ALGORITHMS, config))
                    .isTrue();
            assertThat(handshake(server, OpenSslContextOption.CERTIFICATE_COMPRESSION_ALGORITHMS, config))
                    .isTrue();
        }
        byte[] ours =
                new CertificateCompression().compress(SSLContext.getDefault().createSSLEngine(), unpacking.certificate);
        assertThat(unpacking.received)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).isEqualTo(ours));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x25519", "secp256r1", "secp384r1"})
    void shakesHandsInEachGroupOfTheJdk(String group) throws Exception {
        try (EchoServer server = server(TlsProvider.JDK, TestCertificate.ec());
                SSLSocket socket = connect(
                        server, TestCertificate.ec(), parameters -> parameters.setNamedGroups(new String[] {group}))) {
            Clients.echo(socket);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closesAConnectionThatStaysSilent(TlsProvider provider) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec(), SHORT)) {
            Farewell farewell = Clients.send(server.port(), new byte[0]);
            assertThat(farewell.afterMillis()).isBetween(SHORT.toMillis() - 50, SHORT.toMillis() + PROMPT_MILLIS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closesAConnectionThatStopsWithinItsHello(TlsProvider provider) throws Exception {
        byte[] hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM).record();
        try (EchoServer server = server(provider, TestCertificate.ec(), SHORT)) {
            Farewell farewell = Clients.send(server.port(), Arrays.copyOf(hello, hello.length / 2));
            assertThat(farewell.afterMillis()).isBetween(SHORT.toMillis() - 50, SHORT.toMillis() + PROMPT_MILLIS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closesAConnectionThatSpeaksPlainHttp(TlsProvider provider) throws Exception {
        try (EchoServer server = server(provider, TestCertificate.ec())) {
            byte[] request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            Farewell farewell = Clients.send(server.port(), request);
            assertThat(farewell.afterMillis()).isLessThan(PROMPT_MILLIS);
        }
    }

    @Test
    void refusesRenegotiation() throws Exception {
        try (EchoServer server = server(TlsProvider.BORINGSSL, TestCertificate.ec())) {
            assertThatThrownBy(() -> renegotiate(server)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesRenegotiationAlsoByTheJdk() throws Exception {
        assertThat(ChildJvm.run("renegotiate")).startsWith("refused");
    }

    @Test
    void keepsOldConnectionsWhenItIsClosed() throws Exception {
        TlsServer tls =
                TlsContexts.server(TlsProvider.BORINGSSL, TestCertificate.ec().served(), PATIENT);
        try (EchoServer server = new EchoServer(tls);
                SSLSocket socket = connect(server, TestCertificate.ec(), only("TLSv1.3"))) {
            Clients.echo(socket);
            tls.close();
            Clients.echo(socket);
        }
    }

    @Test
    void givesNoHandlerAfterItIsClosed() throws Exception {
        TlsServer tls =
                TlsContexts.server(TlsProvider.BORINGSSL, TestCertificate.ec().served(), PATIENT);
        tls.close();
        assertThatThrownBy(() -> tls.newHandler(UnpooledByteBufAllocator.DEFAULT))
                .isInstanceOf(IllegalReferenceCountException.class);
    }

    @Test
    void namesTheFlagWhereBoringSslDoesNotLoad() throws Exception {
        assertThat(ChildJvm.run("without-boringssl"))
                .contains("BoringSSL does not load on " + System.getProperty("os.name"), "--tls-provider jdk")
                .doesNotContain("\n");
    }

    @Test
    void describesItselfForTheBanner() throws Exception {
        try (TlsServer tls =
                TlsContexts.server(TlsProvider.BORINGSSL, TestCertificate.ec().served(), PATIENT)) {
            assertThat(tls.describe()).isEqualTo("1.2 and 1.3 by BoringSSL");
            assertThat(tls.certificate().describe().get(1)).startsWith("for localhost, 127.0.0.1, valid");
        }
    }

    static void renegotiate(EchoServer server) throws IOException {
        try (SSLSocket socket = connect(server, TestCertificate.ec(), only("TLSv1.2"))) {
            Clients.echo(socket);
            socket.startHandshake();
            Clients.echo(socket);
        }
    }

    static EchoServer server(TlsProvider provider, TestCertificate certificate) throws TlsFailure {
        return server(provider, certificate, PATIENT);
    }

    private static EchoServer server(TlsProvider provider, TestCertificate certificate, Duration timeout)
            throws TlsFailure {
        return new EchoServer(TlsContexts.server(provider, certificate.served(), timeout));
    }

    private static SSLSocket connect(EchoServer server, TestCertificate certificate, Consumer<SSLParameters> change)
            throws IOException {
        return Clients.connect(Clients.trusting(certificate.certificate()), server.port(), change);
    }

    private static Consumer<SSLParameters> only(String version) {
        return parameters -> parameters.setProtocols(new String[] {version});
    }

    private static Consumer<SSLParameters> offering(String protocols) {
        String[] names = protocols.isEmpty() ? new String[0] : protocols.split(" ");
        return parameters -> parameters.setApplicationProtocols(names);
    }

    private static Consumer<SSLParameters> preferringTheReverse(String version) {
        return parameters -> {
            parameters.setProtocols(new String[] {version});
            parameters.setCipherSuites(TlsContexts.SUITES.reversed().toArray(String[]::new));
        };
    }

    private static void assertRefused(TlsProvider provider, ClientHello hello, int alert) throws Exception {
        assertRefused(provider, TestCertificate.ec(), hello, alert);
    }

    private static void assertRefused(TlsProvider provider, TestCertificate certificate, ClientHello hello, int alert)
            throws Exception {
        try (EchoServer server = server(provider, certificate)) {
            Farewell farewell = Clients.send(server.port(), hello.record());
            assertThat(farewell.fatalAlert()).isEqualTo(alert);
            assertThat(farewell.afterMillis()).isLessThan(PROMPT_MILLIS);
        }
    }

    /** A client's, which keeps what it gets. */
    private static final class Unpacking implements OpenSslCertificateCompressionAlgorithm {

        private final List<byte[]> received = Collections.synchronizedList(new ArrayList<>());
        private volatile byte[] certificate = {};

        @Override
        public byte[] compress(SSLEngine engine, byte[] message) {
            throw new AssertionError("we show no certificate");
        }

        @Override
        public byte[] decompress(SSLEngine engine, int length, byte[] message) throws DataFormatException {
            received.add(message);
            certificate = CertificateCompressionTest.inflated(message, length);
            return certificate;
        }

        @Override
        public int algorithmId() {
            return 1;
        }
    }

    /** A resumed session keeps the time at which it was first made. */
    private static long sessionCreated(EchoServer server, SSLContext client, String version) throws IOException {
        try (SSLSocket socket = Clients.connect(client, server.port(), only(version))) {
            Clients.echo(socket);
            SSLSession session = socket.getSession();
            return session.getCreationTime();
        }
    }

    private static boolean handshakeInGroup(EchoServer server, String group) throws SSLException {
        return handshake(server, OpenSslContextOption.GROUPS, new String[] {group});
    }

    /** By BoringSSL with one option. */
    private static <T> boolean handshake(EchoServer server, SslContextOption<T> option, T value) throws SSLException {
        SslContext context = SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .trustManager(TestCertificate.ec().certificate())
                .option(option, value)
                .build();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Channel channel = new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(context.newHandler(channel.alloc(), "localhost", 1));
                        }
                    })
                    .connect(InetAddress.getLoopbackAddress(), server.port())
                    .syncUninterruptibly()
                    .channel();
            return channel.pipeline()
                    .get(SslHandler.class)
                    .handshakeFuture()
                    .awaitUninterruptibly()
                    .isSuccess();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            ReferenceCountUtil.release(context);
        }
    }
}
