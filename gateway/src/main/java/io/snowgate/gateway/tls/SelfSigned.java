package io.snowgate.gateway.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * An EC key and the certificate that it signed itself, and the two forms they are kept in: a PKCS#12 store, as keytool
 * makes it, and PEM, which is read in half the time.
 */
record SelfSigned(PrivateKey key, X509Certificate certificate) {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    static SelfSigned fromStore(Path store, String password, String alias)
            throws IOException, GeneralSecurityException {
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, password.toCharArray());
        }
        if (entries.getKey(alias, password.toCharArray()) instanceof PrivateKey key
                && entries.getCertificate(alias) instanceof X509Certificate certificate) {
            return new SelfSigned(key, certificate);
        }
        throw new GeneralSecurityException("it holds no key named " + alias);
    }

    /** @throws GeneralSecurityException when one of the two is missing or broken */
    static SelfSigned fromPem(PemFile file) throws GeneralSecurityException {
        PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(der(file, KEY));
        InputStream certificate = new ByteArrayInputStream(der(file, CERTIFICATE));
        return new SelfSigned(KeyFactory.getInstance("EC").generatePrivate(key), (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(certificate));
    }

    private static byte[] der(PemFile file, String label) throws GeneralSecurityException {
        for (PemFile.Block block : file.blocks()) {
            if (block.label().equals(label)) {
                return der(block);
            }
        }
        throw new GeneralSecurityException("no " + label + " in it");
    }

    private static byte[] der(PemFile.Block block) throws GeneralSecurityException {
        try {
            return block.der();
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(block.label() + " is not Base64", e);
        }
    }

    /** Both, to be kept where nobody else reads it. */
    String pem() {
        return pem(KEY, key.getEncoded()) + certificatePem();
    }

    /** What may be shown to anybody. */
    String certificatePem() {
        try {
            return pem(CERTIFICATE, certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    ServerCertificate from(Path file) {
        return new ServerCertificate("from " + file + " (self-signed, for development)", List.of(certificate), key);
    }
}
