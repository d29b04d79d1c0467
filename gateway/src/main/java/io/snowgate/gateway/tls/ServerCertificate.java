package io.snowgate.gateway.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The certificate we show, its chain behind it, and the private key that proves it ours. Immutable; whoever holds one
 * may trust that key and certificate belong together and that the certificate was valid when it was read.
 */
public final class ServerCertificate {

    static final String CERTIFICATE_OPTION = "--cert";

    private static final String CERTIFICATE_LABEL = "CERTIFICATE";
    private static final List<Integer> DNS_AND_IP_NAMES = List.of(2, 7);

    private final String origin;
    private final List<X509Certificate> chain;
    private final PrivateKey key;

    ServerCertificate(String origin, List<X509Certificate> chain, PrivateKey key) {
        this.origin = origin;
        this.chain = List.copyOf(chain);
        this.key = key;
    }

    /**
     * Reads {@code --cert}, {@code --key} and {@code --key-password-file}.
     *
     * @param certificates PEM, the server's own first, then its chain
     * @param key PEM, PKCS#8
     * @param passwordFile what opens an encrypted key, null for a plain one
     */
    public static ServerCertificate fromPem(
            Path certificates, Path key, @Nullable Path passwordFile, InstantSource clock) throws TlsFailure {
        PemFile file = PemFile.read(CERTIFICATE_OPTION, certificates);
        List<X509Certificate> chain = chain(file);
        PrivateKey privateKey = PrivateKeyFile.read(key, passwordFile);
        requireOwnFirst(file, chain, privateKey, key);
        requireValid(file, chain.getFirst(), clock.instant());
        return new ServerCertificate("from " + certificates, chain, privateKey);
    }

    /** Where it came from, to follow the word certificate. */
    String origin() {
        return origin;
    }

    /** Server's own first. */
    public List<X509Certificate> chain() {
        return chain;
    }

    PrivateKey key() {
        return key;
    }

    /** The host names and addresses it speaks for, or its subject where it names none. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (List<?> name : alternativeNames(chain.getFirst())) {
            if (DNS_AND_IP_NAMES.contains(name.getFirst())) {
                names.add(String.valueOf(name.get(1)));
            }
        }
        return names.isEmpty()
                ? List.of(chain.getFirst().getSubjectX500Principal().getName())
                : names;
    }

    public Instant validUntil() {
        return chain.getFirst().getNotAfter().toInstant();
    }

    /** SHA-256 of the certificate, as browsers and openssl show it. */
    public String fingerprint() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(chain.getFirst().getEncoded());
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    /** For the start banner, a line each: origin, names and validity, fingerprint. */
    public List<String> describe() {
        return List.of(
                origin,
                "for " + String.join(", ", names()) + ", valid until " + validUntil(),
                "SHA-256 " + fingerprint());
    }

    private static Collection<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    private static List<X509Certificate> chain(PemFile file) throws TlsFailure {
        List<X509Certificate> chain = new ArrayList<>();
        for (PemFile.Block block : file.blocks()) {
            if (block.label().equals(CERTIFICATE_LABEL)) {
                chain.add(certificate(file, block, chain.size() + 1));
            }
        }
        if (chain.isEmpty()) {
            throw file.failure("holds no certificate, only " + file.labels() + "; wanted is BEGIN CERTIFICATE");
        }
        return chain;
    }

    private static X509Certificate certificate(PemFile file, PemFile.Block block, int number) throws TlsFailure {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der()));
        } catch (CertificateException | IllegalArgumentException e) {
            throw file.failure("certificate " + number + " in it is broken: " + e.getMessage());
        }
    }

    private static void requireOwnFirst(PemFile file, List<X509Certificate> chain, PrivateKey key, Path keyPath)
            throws TlsFailure {
        for (int i = 0; i < chain.size(); i++) {
            if (belong(chain.get(i).getPublicKey(), key)) {
                if (i == 0) {
                    return;
                }
                throw file.failure("the server's own certificate must stand first, it is number " + (i + 1));
            }
        }
        throw file.failure("does not belong to the key in " + keyPath + "; wanted are the two made together");
    }

    /** Only the private half can sign what the public half accepts. */
    private static boolean belong(PublicKey publicKey, PrivateKey key) {
        if (!publicKey.getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        try {
            byte[] question = "do these belong together?".getBytes(StandardCharsets.US_ASCII);
            String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(question);
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(publicKey);
            verifier.update(question);
            return verifier.verify(signer.sign());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void requireValid(PemFile file, X509Certificate certificate, Instant now) throws TlsFailure {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            throw file.failure(String.format(Locale.ROOT, "expired at %s, and it is %s", until, now));
        }
        if (now.isBefore(from)) {
            throw file.failure(String.format(Locale.ROOT, "is not valid before %s, and it is %s", from, now));
        }
    }
}
