package io.snowgate.gateway.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's TLS client, which checks the certificate and the name as a browser does; and bare sockets. */
final class Clients {

    private static final int TIMEOUT_MILLIS = 10_000;

    /** What comes back on a bare connection until the server closes it. */
    record Farewell(int fatalAlert, long afterMillis) {

        /** For what is not the record of one fatal alert. */
        static final int NO_ALERT = -1;

        static Farewell of(byte[] bytes, long afterMillis) {
            boolean alert = bytes.length == 7 && bytes[0] == 21 && bytes[5] == 2;
            return new Farewell(alert ? bytes[6] : NO_ALERT, afterMillis);
        }
    }

    private Clients() {}

    static SSLContext trusting(X509Certificate certificate) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("server", certificate);
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    static SSLSocket connect(SSLContext context, int port, Consumer<SSLParameters> change) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(bare(port), "localhost", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        change.accept(parameters);
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** Sends a word and waits for it to come back: the connection is whole, and tickets have arrived. */
    static void echo(Socket socket) throws IOException {
        byte[] word = {'p', 'i', 'n', 'g'};
        socket.getOutputStream().write(word);
        byte[] answer = socket.getInputStream().readNBytes(word.length);
        if (!Arrays.equals(word, answer)) {
            throw new AssertionError("not an echo: " + Arrays.toString(answer));
        }
    }

    static Socket bare(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    static Farewell send(int port, byte[] bytes) throws IOException {
        try (Socket socket = bare(port)) {
            long start = System.nanoTime();
            socket.getOutputStream().write(bytes);
            byte[] answer = socket.getInputStream().readAllBytes();
            return Farewell.of(answer, (System.nanoTime() - start) / 1_000_000);
        }
    }
}
