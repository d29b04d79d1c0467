package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuthorityTest {

    private static final InstantSource NOW = InstantSource.fixed(Instant.parse("2026-07-01T12:00:00Z"));
    private static final int OF_ADDRESS = 7;
    private static final int OF_NAME = 2;

    @TempDir
    private Path room;

    @Test
    void signsACertificateForEachMemberByItsHost() throws Exception {
        Path made = room.resolve("made");
        ClusterAuthority.sign(made, Map.of("a", "10.0.0.1", "b", "b.example", "c", "fd00::7"), NOW);

        X509Certificate authority = read(made.resolve("ca.crt"));
        assertThat(authority.getBasicConstraints())
                .as("may sign, but no other authorities")
                .isZero();
        for (String id : List.of("a", "b", "c")) {
            X509Certificate certificate = read(made.resolve(id + ".crt"));
            certificate.verify(authority.getPublicKey());
            assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
            assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
            assertThat(certificate.getNotAfter().toInstant()).isEqualTo(Instant.parse("2031-06-30T11:00:00Z"));
        }
        assertThat(names(made.resolve("a.crt"))).isEqualTo("[[" + OF_ADDRESS + ", 10.0.0.1]]");
        assertThat(names(made.resolve("b.crt"))).isEqualTo("[[" + OF_NAME + ", b.example]]");
        assertThat(names(made.resolve("c.crt"))).isEqualTo("[[" + OF_ADDRESS + ", fd00:0:0:0:0:0:0:7]]");
        try (var files = Files.list(made)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "ca.key", "ca.crt", "a.key", "a.crt", "b.key", "b.crt", "c.key", "c.crt");
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void letsNobodyElseReadTheKeys() throws Exception {
        Path made = room.resolve("made");
        ClusterAuthority.sign(made, Map.of("a", "10.0.0.1"), NOW);

        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(made.resolve("ca.key"))).isEqualTo("rw-------");
        assertThat(mode(made.resolve("a.key"))).isEqualTo("rw-------");
    }

    @Test
    void keepsTheAuthorityForMembersThatComeLater() throws Exception {
        ClusterAuthority.sign(room, Map.of("a", "10.0.0.1"), NOW);
        X509Certificate first = read(room.resolve("ca.crt"));
        ClusterAuthority.sign(room, Map.of("b", "10.0.0.2"), NOW);

        assertThat(read(room.resolve("ca.crt"))).isEqualTo(first);
        read(room.resolve("b.crt")).verify(first.getPublicKey());
        assertThat(room.resolve("a.crt")).exists();
    }

    @Test
    void refusesAnAuthorityThatCannotBeReadAndLeavesItAlone() throws Exception {
        ClusterAuthority.sign(room, Map.of("a", "10.0.0.1"), NOW);
        Files.writeString(room.resolve("ca.crt"), "nothing");

        assertThatThrownBy(() -> ClusterAuthority.sign(room, Map.of("b", "10.0.0.2"), NOW))
                .isInstanceOf(TlsFailure.class)
                .hasMessageContaining("ca.crt")
                .hasMessageContaining("is not PEM");
        assertThat(room.resolve("ca.crt")).hasContent("nothing");
        assertThat(room.resolve("b.key")).doesNotExist();
    }

    private static String names(Path file) throws Exception {
        return String.valueOf(read(file).getSubjectAlternativeNames());
    }

    private static X509Certificate read(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
