package io.snowgate.gateway.tls;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An authority for one cluster, and the certificates that its members know each other by:
 *
 * <pre>
 * DIRECTORY/           0700
 *   ca.key             0600  the authority's key: belongs on no member
 *   ca.crt                   what every member trusts, and nothing else
 *   ID.key             0600
 *   ID.crt                   for the host it was made for, as server and as client
 * </pre>
 *
 * The authority is kept where there is one, for ten years; a member's certificate is made anew each time, for five.
 * Whoever has a certificate of it is let into the cluster.
 */
public final class ClusterAuthority {

    /** What the authority's own files are called, so no member may be. */
    public static final String NAME = "ca";

    private static final int AUTHORITY_DAYS = 3650;
    private static final int MEMBER_DAYS = 1825;
    /** For machines whose clock is behind ours. */
    private static final Duration BACKDATED = Duration.ofHours(1);
    /** The store lives for a moment, in a directory that only its owner reads. */
    private static final String PASSWORD = "snowgate";

    private final Path directory;
    private final Keytool keytool;
    private final Instant start;

    private ClusterAuthority(Path directory, Keytool keytool, InstantSource clock) {
        this.directory = directory;
        this.keytool = keytool;
        this.start = clock.instant().minus(BACKDATED);
    }

    /**
     * Makes a certificate for each member, and the authority first where there is none. Takes a second for each.
     *
     * @param hosts by member id, the name or address by which the others reach it
     * @throws TlsFailure when the directory cannot be written, the authority in it cannot be read, or there is no keytool
     */
    public static void sign(Path directory, Map<String, String> hosts, InstantSource clock) throws TlsFailure {
        ClusterAuthority authority = new ClusterAuthority(directory, Keytool.ofThisJdk(), clock);
        try {
            authority.sign(hosts);
        } catch (IOException e) {
            throw new TlsFailure("cannot write in " + directory + " (" + e + ")");
        } catch (GeneralSecurityException e) {
            throw new TlsFailure("the authority in " + directory + " cannot be used: " + e.getMessage());
        }
    }

    private void sign(Map<String, String> hosts) throws IOException, GeneralSecurityException, TlsFailure {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory.toAbsolutePath().getParent());
            OwnerOnly.createDirectory(directory);
        }
        KeyAndCertificate authority = kept() ? read() : make();
        for (Map.Entry<String, String> member : hosts.entrySet()) {
            write(member.getKey(), signed(authority, member.getKey(), member.getValue()));
        }
    }

    private boolean kept() {
        return Files.exists(directory.resolve(NAME + ".key"));
    }

    private KeyAndCertificate read() throws GeneralSecurityException, TlsFailure {
        PemFile key = PemFile.read("the authority", directory.resolve(NAME + ".key"));
        PemFile certificate = PemFile.read("the authority", directory.resolve(NAME + ".crt"));
        return KeyAndCertificate.fromPem(key, certificate);
    }

    private KeyAndCertificate make() throws IOException, GeneralSecurityException, TlsFailure {
        List<String> extensions = List.of("bc:critical=ca:true,pathlen:0", "ku:critical=keyCertSign,cRLSign");
        Path store = newStore();
        try {
            try (OutputStream out = open(store)) {
                KeyAndCertificate.emptyStore(out);
            }
            keytool.addKey(
                    store,
                    PASSWORD,
                    new Keytool.Wanted(
                            NAME, "CN=cluster, O=Snowgate cluster", start, AUTHORITY_DAYS, extensions, null));
            KeyAndCertificate made = KeyAndCertificate.fromStore(store, PASSWORD, NAME);
            write(NAME, made);
            return made;
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private KeyAndCertificate signed(KeyAndCertificate authority, String id, String host)
            throws IOException, GeneralSecurityException, TlsFailure {
        List<String> extensions = List.of(
                "san=" + alternativeName(host),
                "bc:critical=ca:false",
                "ku:critical=digitalSignature",
                "eku=serverAuth,clientAuth");
        Path store = newStore();
        try {
            try (OutputStream out = open(store)) {
                authority.toStore(out, PASSWORD, NAME);
            }
            keytool.addKey(
                    store,
                    PASSWORD,
                    new Keytool.Wanted(id, "CN=" + id + ", O=Snowgate cluster", start, MEMBER_DAYS, extensions, NAME));
            return KeyAndCertificate.fromStore(store, PASSWORD, id);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private static String alternativeName(String host) {
        boolean isAddress = NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
        return (isAddress ? "ip:" : "dns:") + host;
    }

    /** The key first: a certificate without its key would only confuse. */
    private void write(String name, KeyAndCertificate made) throws IOException {
        OwnerOnly.replace(directory.resolve(name + ".key"), made.keyPem());
        Files.writeString(directory.resolve(name + ".crt"), made.certificatePem());
    }

    private Path newStore() {
        return directory.resolve("store." + UUID.randomUUID());
    }

    private static OutputStream open(Path store) throws IOException {
        return Channels.newOutputStream(OwnerOnly.create(store, StandardOpenOption.CREATE_NEW));
    }
}
