package io.snowgate.loadtest;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509TrustManager;

/**
 * A process that connects, shakes hands, asks one small question and closes, again and again: TLS 1.3, X25519. The
 * question is there because tickets for the next handshake come with the first answer.
 *
 * <p>A full handshake looks at the certificate and a resumed one does not: so it counts, and knows, which was which.
 * Everything happens on one event loop.
 *
 * <pre>PORT full|resumed AT-ONCE WARM-UP-SECONDS SECONDS      begin, end, figures DONE FULL FAILED</pre>
 */
public final class HandshakeClient {

    static final String RESUMED = "resumed";
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String FIGURES = "figures ";

    private final EventLoop loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
    private final int port;
    private final SslContext tls;
    private int done;
    private int full;
    private int failed;

    private HandshakeClient(int port, boolean resumed) throws SSLException {
        this.port = port;
        this.tls = SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL)
                .protocols("TLSv1.3")
                .option(OpenSslContextOption.GROUPS, new String[] {"X25519"})
                .trustManager(new Counting())
                .endpointIdentificationAlgorithm(null)
                .build();
        ((OpenSslSessionContext) tls.sessionContext()).setSessionCacheEnabled(resumed);
    }

    public static void main(String[] arguments) throws SSLException {
        HandshakeClient client = new HandshakeClient(Integer.parseInt(arguments[0]), arguments[1].equals(RESUMED));
        client.run(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
    }

    private void run(int atOnce, int warmUpSeconds, int seconds) {
        for (int i = 0; i < atOnce; i++) {
            HandshakeSeries series = new HandshakeSeries(loop, tls, "series" + i, port, this::ended);
            loop.execute(series::next);
        }
        later(this::begin, warmUpSeconds);
        later(this::end, warmUpSeconds + seconds);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
    private void later(Runnable work, int seconds) {
        loop.schedule(work, seconds, TimeUnit.SECONDS);
    }

    private void begin() {
        done = 0;
        full = 0;
        failed = 0;
        System.out.println(BEGIN);
    }

    private void end() {
        System.out.println(END);
        System.out.println(FIGURES + done + " " + full + " " + failed);
        System.exit(0);
    }

    private void ended(boolean wasAnswered) {
        if (wasAnswered) {
            done++;
        } else {
            failed++;
        }
    }

    /** Trusts everybody, and counts. */
    private final class Counting implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            full++;
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
