package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevelopmentCertificateTest {

    private static final InstantSource NOW = InstantSource.system();

    @TempDir
    Path data = Path.of("");

    @Test
    void isServedAndTrustedByAClientThatTakesTheFileBesideIt() throws Exception {
        ServerCertificate made = DevelopmentCertificate.in(data, NOW);
        TlsServer tls = TlsContexts.server(TlsProvider.BORINGSSL, made, Duration.ofSeconds(10));
        try (EchoServer server = new EchoServer(tls);
                SSLSocket socket = Clients.connect(Clients.trusting(published()), server.port(), parameters -> {})) {
            Clients.echo(socket);
        }
    }

    @Test
    void speaksForThisMachineOnly() throws Exception {
        X509Certificate made = DevelopmentCertificate.in(data, NOW).chain().getFirst();
        assertThat(made.getBasicConstraints()).as("no authority").isEqualTo(-1);
        assertThat(made.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        List<String> names = DevelopmentCertificate.in(data, NOW).names();
        assertThat(names).contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
        HostName.ofThisMachine().ifPresent(name -> assertThat(names).contains(name));
    }

    @Test
    void isReadableByItsOwnerOnly() throws Exception {
        DevelopmentCertificate.in(data, NOW);
        assertThat(modeOf(tls())).isEqualTo("rwx------");
        assertThat(modeOf(kept())).isEqualTo("rw-------");
    }

    @Test
    void isNeverWrittenToAFileOthersCouldHaveOpened() throws Exception {
        Set<String> seen = new HashSet<>();
        Path home = keytoolThat("for f in \"" + tls() + "\"/*; do stat -c '%a %n' \"$f\" >> " + data + "/modes; done");
        new DevelopmentCertificate(data, new Keytool(home), NOW).get();
        Files.readAllLines(data.resolve("modes")).forEach(line -> seen.add(line.substring(0, 3)));
        assertThat(seen).as("modes of the files while keytool runs").containsExactly("600");
    }

    @Test
    void isKeptForTheNextStart() throws Exception {
        String first = DevelopmentCertificate.in(data, NOW).fingerprint();
        assertThat(DevelopmentCertificate.in(data, NOW).fingerprint()).isEqualTo(first);
        assertThat(filesLeft()).containsExactlyInAnyOrder("localhost.pem", "localhost.crt", "lock");
    }

    @Test
    void isMadeAnewWithinTwoWeeksOfItsEnd() throws Exception {
        ServerCertificate first = DevelopmentCertificate.in(data, NOW);
        Instant end = first.validUntil();
        Instant fifteenDaysBefore = end.minus(Duration.ofDays(15));
        Instant thirteenDaysBefore = end.minus(Duration.ofDays(13));
        assertThat(DevelopmentCertificate.in(data, () -> fifteenDaysBefore).fingerprint())
                .isEqualTo(first.fingerprint());
        ServerCertificate second = DevelopmentCertificate.in(data, () -> thirteenDaysBefore);
        assertThat(second.fingerprint()).isNotEqualTo(first.fingerprint());
        assertThat(second.validUntil()).isAfter(end.plus(Duration.ofDays(300)));
        assertThat(published()).isEqualTo(second.chain().getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "broken", "-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----\n"})
    void isMadeAnewWhenItCannotBeRead(String content) throws Exception {
        ServerCertificate first = DevelopmentCertificate.in(data, NOW);
        Files.writeString(kept(), content);
        ServerCertificate second = DevelopmentCertificate.in(data, NOW);
        assertThat(second.fingerprint()).isNotEqualTo(first.fingerprint());
        assertThat(modeOf(kept())).isEqualTo("rw-------");
    }

    @Test
    void isMadeAnewWhenItsKeyIsBroken() throws Exception {
        ServerCertificate first = DevelopmentCertificate.in(data, NOW);
        Files.writeString(kept(), Files.readString(kept()).replaceFirst("KEY-----\n....", "KEY-----\n!!!!"));
        assertThat(DevelopmentCertificate.in(data, NOW).fingerprint()).isNotEqualTo(first.fingerprint());
    }

    @Test
    void bringsItsPublishedHalfBack() throws Exception {
        ServerCertificate first = DevelopmentCertificate.in(data, NOW);
        Files.delete(tls().resolve(DevelopmentCertificate.CERTIFICATE));
        DevelopmentCertificate.in(data, NOW);
        assertThat(published()).isEqualTo(first.chain().getFirst());
    }

    @Test
    void isOneForThreadsThatStartTogether() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<String> start = () -> DevelopmentCertificate.in(data, NOW).fingerprint();
            Set<String> fingerprints = new HashSet<>();
            for (Future<String> started : threads.invokeAll(List.of(start, start, start, start))) {
                fingerprints.add(started.get());
            }
            assertThat(fingerprints).hasSize(1);
        }
    }

    @Test
    void isOneForProcessesThatStartTogether() throws Exception {
        List<Process> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.add(ChildJvm.start("development", data.toString()));
        }
        Set<String> fingerprints = new HashSet<>();
        for (Process process : started) {
            fingerprints.add(ChildJvm.output(process));
        }
        assertThat(fingerprints)
                .containsExactly(DevelopmentCertificate.in(data, NOW).fingerprint());
    }

    @Test
    void refusesADataDirectoryItCannotWrite() throws Exception {
        Path file = Files.createFile(data.resolve("file"));
        assertThatThrownBy(() -> DevelopmentCertificate.in(file.resolve("data"), NOW))
                .isInstanceOf(TlsFailure.class)
                .hasMessageStartingWith("no development certificate: cannot write in " + file.resolve("data"))
                .hasMessageContaining("--data-dir")
                .hasMessageNotContaining("\n");
    }

    @Test
    void saysWhatToDoWithoutKeytool() {
        Keytool missing = new Keytool(data.resolve("jre"));
        assertThatThrownBy(() -> new DevelopmentCertificate(data, missing, NOW).get())
                .isInstanceOf(TlsFailure.class)
                .hasMessage("no development certificate: this Java runtime has no keytool in " + data.resolve("jre/bin")
                        + "; run on a full JDK; give a certificate: --cert and --key");
    }

    @Test
    void saysWhyKeytoolFailedAndLeavesNothingBehind() throws Exception {
        Path home = keytoolThat("echo 'no entropy'; echo 'at all'; exit 3");
        assertThatThrownBy(() -> new DevelopmentCertificate(data, new Keytool(home), NOW).get())
                .isInstanceOf(TlsFailure.class)
                .hasMessage("no development certificate: keytool failed: status 3, no entropy; at all;"
                        + " give a certificate: --cert and --key");
        assertThat(filesLeft()).containsExactly("lock");
    }

    /** A Java home whose keytool does something first, then what the true one does. */
    private Path keytoolThat(String first) throws IOException {
        Path home = data.resolve("home");
        Files.createDirectories(home.resolve("bin"));
        Path keytool = home.resolve("bin/keytool");
        String script =
                "#!/bin/sh\n%s\nexec '%s/bin/keytool' \"$@\"\n".formatted(first, System.getProperty("java.home"));
        Files.createFile(keytool, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(keytool, script);
        return home;
    }

    private X509Certificate published() throws Exception {
        byte[] pem = Files.readAllBytes(tls().resolve(DevelopmentCertificate.CERTIFICATE));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    private List<String> filesLeft() throws IOException {
        try (Stream<Path> files = Files.list(tls())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static String modeOf(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private Path tls() {
        return data.resolve("tls");
    }

    private Path kept() {
        return tls().resolve(DevelopmentCertificate.BOTH);
    }
}
