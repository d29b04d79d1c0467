package io.snowgate.gateway.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * An EC key and the certificate for it, and the two forms they are kept in: a PKCS#12 store, as keytool makes and takes
 * it, and PEM, which is read in half the time.
 */
record KeyAndCertificate(PrivateKey key, X509Certificate certificate) {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    static KeyAndCertificate fromStore(Path store, String password, String alias)
            throws IOException, GeneralSecurityException {
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, password.toCharArray());
        }
        if (entries.getKey(alias, password.toCharArray()) instanceof PrivateKey key
                && entries.getCertificate(alias) instanceof X509Certificate certificate) {
            return new KeyAndCertificate(key, certificate);
        }
        throw new GeneralSecurityException("it holds no key named " + alias);
    }

    /** A store for keytool to write into; it writes in place, and without a MAC. */
    static void emptyStore(OutputStream out) throws IOException, GeneralSecurityException {
        KeyStore empty = KeyStore.getInstance("PKCS12");
        empty.load(null, null);
        empty.store(out, null);
    }

    /** Into a store that has nothing else in it. */
    void toStore(OutputStream out, String password, String alias) throws IOException, GeneralSecurityException {
        KeyStore entries = KeyStore.getInstance("PKCS12");
        entries.load(null, null);
        entries.setKeyEntry(alias, key, password.toCharArray(), new Certificate[] {certificate});
        entries.store(out, password.toCharArray());
    }

    /** @throws GeneralSecurityException when one of the two is missing or broken */
    static KeyAndCertificate fromPem(PemFile both) throws GeneralSecurityException {
        return fromPem(both, both);
    }

    static KeyAndCertificate fromPem(PemFile keyFile, PemFile certificateFile) throws GeneralSecurityException {
        PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(der(keyFile, KEY));
        InputStream certificate = new ByteArrayInputStream(der(certificateFile, CERTIFICATE));
        return new KeyAndCertificate(KeyFactory.getInstance("EC").generatePrivate(key), (X509Certificate)
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
        return keyPem() + certificatePem();
    }

    /** PKCS #8, not encrypted. */
    String keyPem() {
        return pem(KEY, key.getEncoded());
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
