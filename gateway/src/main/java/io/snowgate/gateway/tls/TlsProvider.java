package io.snowgate.gateway.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.util.Locale;

/** Whose TLS serves: {@code --tls-provider}. */
public enum TlsProvider {

    /** BoringSSL through netty-tcnative. */
    BORINGSSL(SslProvider.OPENSSL_REFCNT),

    /** The JDK's own: slower, but at home wherever Java is. Only when asked for by name. */
    JDK(SslProvider.JDK);

    final SslProvider nettyProvider;

    TlsProvider(SslProvider nettyProvider) {
        this.nettyProvider = nettyProvider;
    }

    /** Loads BoringSSL, which takes a while, so that it is there when it is needed. Any thread; says nothing. */
    public static void loadAhead() {
        OpenSsl.isAvailable();
    }

    void requireAvailable() throws TlsFailure {
        if (this == BORINGSSL && !OpenSsl.isAvailable()) {
            throw new TlsFailure("BoringSSL does not load on " + platform() + " (" + reason()
                    + "); the slower TLS of the JDK runs everywhere: --tls-provider jdk");
        }
    }

    /** What runs, for the start banner. */
    String version() {
        return this == BORINGSSL ? OpenSsl.versionString() : "JDK " + Runtime.version();
    }

    private static String platform() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    private static String reason() {
        Throwable cause = OpenSsl.unavailabilityCause();
        return cause == null ? "no reason given" : firstLine(String.valueOf(cause.getMessage()));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
