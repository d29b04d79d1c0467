package io.snowgate.gateway.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A self-signed certificate for localhost, made at the first start and kept in the data directory:
 *
 * <pre>
 * tls/                 0700
 *   localhost.pem      0600  key and certificate, born with this mode
 *   localhost.crt            the certificate alone, for curl --cacert
 *   lock               0600  held while the two are looked at or made
 * </pre>
 *
 * It is valid for a year: it is not renewed while the gateway runs, and each new one must be trusted anew by hand. One
 * that ends within two weeks, or cannot be read, is replaced at the next start. Processes that start together queue at
 * the lock and show the same certificate; a crash leaves the old files or the new ones, never half of one.
 */
public final class DevelopmentCertificate {

    static final String BOTH = "localhost.pem";
    static final String CERTIFICATE = "localhost.crt";

    private static final Logger LOG = LoggerFactory.getLogger(DevelopmentCertificate.class);

    private static final int VALID_DAYS = 365;
    private static final Duration RENEW_BEFORE = Duration.ofDays(14);
    /** For clients whose clock is behind ours. */
    private static final Duration BACKDATED = Duration.ofHours(1);

    private static final String ALIAS = "localhost";
    private static final String SUBJECT = "CN=localhost, O=Snowgate development certificate";
    private static final String NAMES = "dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1";

    /** PKCS#12 wants one. It guards nothing: the mode of the file does. */
    private static final String PASSWORD = "snowgate";

    /** A file lock keeps other processes out, not other threads of this one. */
    private static final ReentrantLock THIS_PROCESS = new ReentrantLock();

    private final Path directory;
    private final Keytool keytool;
    private final InstantSource clock;

    DevelopmentCertificate(Path dataDirectory, Keytool keytool, InstantSource clock) {
        this.directory = dataDirectory.resolve("tls");
        this.keytool = keytool;
        this.clock = clock;
    }

    /**
     * The one in {@code dataDirectory}, made there first if need be, which takes about a second.
     *
     * @throws TlsFailure when the directory cannot be written or there is no keytool
     */
    public static ServerCertificate in(Path dataDirectory, InstantSource clock) throws TlsFailure {
        return new DevelopmentCertificate(dataDirectory, Keytool.ofThisJdk(), clock).get();
    }

    ServerCertificate get() throws TlsFailure {
        THIS_PROCESS.lock();
        try {
            createDirectories();
            try (FileChannel untilClosed = openLock()) {
                untilClosed.lock();
                return loadOrMake();
            }
        } catch (IOException e) {
            throw new TlsFailure("no development certificate: cannot write in " + directory + " (" + e
                    + "); name another --data-dir, or give a certificate: --cert and --key");
        } finally {
            THIS_PROCESS.unlock();
        }
    }

    private ServerCertificate loadOrMake() throws IOException, TlsFailure {
        KeyAndCertificate kept = load();
        KeyAndCertificate certificate = kept != null && isFresh(kept) ? kept : make();
        publish(certificate.certificatePem());
        return certificate.from(directory.resolve(BOTH));
    }

    private @Nullable KeyAndCertificate load() {
        Path file = directory.resolve(BOTH);
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return KeyAndCertificate.fromPem(PemFile.read("--data-dir", file));
        } catch (TlsFailure | GeneralSecurityException e) {
            LOG.warn("Development certificate {} cannot be read, making another: {}", file, e.toString());
            return null;
        }
    }

    private boolean isFresh(KeyAndCertificate kept) {
        Instant end = kept.certificate().getNotAfter().toInstant();
        boolean fresh = clock.instant().plus(RENEW_BEFORE).isBefore(end);
        if (!fresh) {
            LOG.info("Development certificate ends at {}, making another", end);
        }
        return fresh;
    }

    /** What it hands out is what was written. */
    private KeyAndCertificate make() throws IOException, TlsFailure {
        Path store = directory.resolve("store." + UUID.randomUUID());
        try {
            writeEmptyStore(store);
            keytool.addKey(store, PASSWORD, wanted());
            OwnerOnly.replace(
                    directory.resolve(BOTH),
                    KeyAndCertificate.fromStore(store, PASSWORD, ALIAS).pem());
            return KeyAndCertificate.fromPem(PemFile.read("--data-dir", directory.resolve(BOTH)));
        } catch (GeneralSecurityException e) {
            throw new IOException("keytool's store cannot be read", e);
        } catch (TlsFailure e) {
            throw new TlsFailure(
                    "no development certificate: " + e.getMessage() + "; give a certificate: --cert and --key");
        } finally {
            Files.deleteIfExists(store);
        }
    }

    /** Ours to create, so that it has its mode before a key is in it. */
    private static void writeEmptyStore(Path store) throws IOException, GeneralSecurityException {
        try (OutputStream out = Channels.newOutputStream(OwnerOnly.create(store, StandardOpenOption.CREATE_NEW))) {
            KeyAndCertificate.emptyStore(out);
        }
    }

    private void publish(String certificate) throws IOException {
        Path target = directory.resolve(CERTIFICATE);
        if (Files.exists(target)
                && Files.readString(target, StandardCharsets.ISO_8859_1).equals(certificate)) {
            return;
        }
        Path draft = directory.resolve(CERTIFICATE + "." + UUID.randomUUID());
        try {
            Files.writeString(draft, certificate);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private Keytool.Wanted wanted() {
        List<String> extensions =
                List.of("san=" + names(), "bc:critical=ca:false", "ku:critical=digitalSignature", "eku=serverAuth");
        Instant start = clock.instant().minus(BACKDATED);
        return new Keytool.Wanted(ALIAS, SUBJECT, start, VALID_DAYS, extensions, null);
    }

    private static String names() {
        return HostName.ofThisMachine().map(name -> NAMES + ",dns:" + name).orElse(NAMES);
    }

    private void createDirectories() throws IOException {
        Files.createDirectories(directory.toAbsolutePath().getParent());
        OwnerOnly.createDirectoryOnce(directory);
    }

    private FileChannel openLock() throws IOException {
        return OwnerOnly.create(directory.resolve("lock"), StandardOpenOption.CREATE);
    }
}
