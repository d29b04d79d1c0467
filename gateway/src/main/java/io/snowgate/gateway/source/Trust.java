package io.snowgate.gateway.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts the certificates of one PEM file and no others. */
final class Trust {

    private Trust() {}

    static SSLContext in(Path file) throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(anchors(file));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("ca-file " + file + " holds no certificates in PEM form", e);
        }
    }

    private static KeyStore anchors(Path file) throws IOException, GeneralSecurityException {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate anchor : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                anchors.setCertificateEntry("anchor-" + number++, anchor);
            }
        }
        return anchors;
    }
}
