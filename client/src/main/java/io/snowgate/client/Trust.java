package io.snowgate.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the certificates of a file, and in no others. */
final class Trust {

    private Trust() {}

    /**
     * Reads the file.
     *
     * @throws UncheckedIOException when the file cannot be read
     * @throws IllegalArgumentException when it holds no certificates
     */
    static SSLContext inFile(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> anchors =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (anchors.isEmpty()) {
                throw new IllegalArgumentException("the CA file must hold certificates (PEM): " + file);
            }
            return in(anchors);
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the CA file must hold certificates (PEM): " + file, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot do TLS", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the CA file cannot be read: " + file, e);
        }
    }

    private static SSLContext in(Collection<? extends Certificate> anchors)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate anchor : anchors) {
            store.setCertificateEntry("anchor-" + store.size(), anchor);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
