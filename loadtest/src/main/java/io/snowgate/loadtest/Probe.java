package io.snowgate.loadtest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Asks a server of this machine once, to see whether it serves and what. Trusts every certificate. */
final class Probe {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final SSLContext ANY_CERTIFICATE = anyCertificate();

    private Probe() {}

    static Optional<Answer> get(int port, boolean tls, String path, List<String> fields) throws IOException {
        try (Socket plain = connect(port);
                Socket socket = tls ? secure(plain, port, List.of("http/1.1")) : plain) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + String.join(
                            "", fields.stream().map(field -> field + "\r\n").toList()) + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return Answer.parse(socket.getInputStream().readAllBytes());
        }
    }

    static boolean speaksHttp2(int port) throws IOException {
        try (Socket plain = connect(port);
                SSLSocket socket = secure(plain, port, List.of("h2", "http/1.1"))) {
            socket.startHandshake();
            return "h2".equals(socket.getApplicationProtocol());
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        return socket;
    }

    private static SSLSocket secure(Socket plain, int port, List<String> protocols) throws IOException {
        SSLSocket socket = (SSLSocket) ANY_CERTIFICATE.getSocketFactory().createSocket(plain, "localhost", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols.toArray(String[]::new));
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static SSLContext anyCertificate() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trusting()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    private static final class Trusting implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
