package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCertificateTest {

    private static final InstantSource NOW = InstantSource.system();
    private static final String CIPHER = "PBEWithHmacSHA256AndAES_256";
    private static final byte[] PBES2 = {6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 5, 0x0d};
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;

    @TempDir
    Path directory = Path.of("");

    private Path certificate = Path.of("");
    private Path key = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        certificate = write("cert.pem", TestCertificate.ec().certificatePem());
        key = write("key.pem", TestCertificate.ec().keyPem());
    }

    @Test
    void readsCertificateAndKey() throws Exception {
        ServerCertificate read = read();
        assertThat(read.chain()).containsExactly(TestCertificate.ec().certificate());
        assertThat(read.key()).isEqualTo(TestCertificate.ec().key());
    }

    @Test
    void readsAChainWithTextBetween() throws Exception {
        write(
                "cert.pem",
                "Subject: CN = localhost - ours\n" + TestCertificate.ec().certificatePem() + "\r\nthe chain:\r\n"
                        + TestCertificate.rsa().certificatePem().replace("\n", "\r\n"));
        assertThat(read().chain())
                .containsExactly(
                        TestCertificate.ec().certificate(),
                        TestCertificate.rsa().certificate());
    }

    @Test
    void readsAnRsaKey() throws Exception {
        write("cert.pem", TestCertificate.rsa().certificatePem());
        write("key.pem", TestCertificate.rsa().keyPem());
        assertThat(read().key()).isEqualTo(TestCertificate.rsa().key());
    }

    @Test
    void readsKeyAndCertificateFromOneFile() throws Exception {
        certificate = write(
                "key.pem", TestCertificate.ec().keyPem() + TestCertificate.ec().certificatePem());
        assertThat(read().key()).isEqualTo(TestCertificate.ec().key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"open sesame", "open sesame\n", "open sesame\r\n"})
    void opensAnEncryptedKeyWhateverEndsTheLineOfThePassword(String content) throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        assertThat(read(write("password", content)).key())
                .isEqualTo(TestCertificate.ec().key());
    }

    @Test
    void describesWhereItIsFromForWhomAndHowLong() throws Exception {
        ServerCertificate read = read();
        assertThat(read.names()).containsExactly("localhost", "127.0.0.1");
        assertThat(read.fingerprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
        assertThat(read.describe())
                .containsExactly(
                        "from " + certificate,
                        "for localhost, 127.0.0.1, valid until "
                                + TestCertificate.ec()
                                        .certificate()
                                        .getNotAfter()
                                        .toInstant(),
                        "SHA-256 " + read.fingerprint());
    }

    @Test
    void refusesAMissingFile() throws Exception {
        Files.delete(key);
        assertRefused("--key " + key + ": there is no such file");
        Files.delete(certificate);
        assertRefused("--cert " + certificate + ": there is no such file");
    }

    @Test
    void refusesAFileThatMayNotBeRead() throws Exception {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(key), "root reads everything");
        assertRefused("--key " + key + ": may not be read by user " + System.getProperty("user.name"));
    }

    @Test
    void refusesWhatIsNoFile() throws Exception {
        Files.delete(certificate);
        Files.createDirectory(certificate);
        assertRefused("--cert " + certificate + ": is not a regular file");
    }

    @Test
    void refusesALinkThatLeadsToItself() throws Exception {
        Files.delete(certificate);
        Files.createSymbolicLink(certificate, certificate);
        assertRefused("--cert " + certificate + ": cannot be read");
    }

    @Test
    void refusesAnEmptyFile() throws Exception {
        write("cert.pem", "");
        assertRefused("--cert " + certificate + ": is empty");
    }

    @Test
    void refusesAHugeFile() throws Exception {
        write("cert.pem", "x".repeat((1 << 20) + 1));
        assertRefused("--cert " + certificate + ": is larger than a mebibyte");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "\0\1\2\u007f",
                "-----BEGIN CERTIFICATE-----\nMIIB",
                "-----BEGIN A-----\nAA==\n-----END B-----"
            })
    void refusesWhatIsNotPem(String content) throws Exception {
        write("cert.pem", content);
        assertRefused("--cert " + certificate + ": is not PEM");
    }

    @Test
    void refusesABrokenCertificate() throws Exception {
        write(
                "cert.pem",
                TestCertificate.ec().certificatePem() + TestCertificate.pem("CERTIFICATE", new byte[] {48, 3}));
        assertRefused("--cert " + certificate + ": certificate 2 in it is broken");
        write("cert.pem", TestCertificate.ec().certificatePem().replace('M', '!'));
        assertRefused("--cert " + certificate + ": certificate 1 in it is broken");
    }

    @Test
    void refusesFilesInEachOthersPlace() {
        Path kept = certificate;
        certificate = key;
        assertRefused("--cert " + key + ": holds no certificate, only PRIVATE KEY");
        certificate = kept;
        key = kept;
        assertRefused("--key " + kept + ": holds no private key, only CERTIFICATE");
    }

    @Test
    void refusesAKeyOfAnotherCertificate() throws Exception {
        writeKeyOf("EC", 256);
        assertRefused("--cert " + certificate + ": does not belong to the key in " + key);
        write("key.pem", TestCertificate.rsa().keyPem());
        assertRefused("--cert " + certificate + ": does not belong to the key in " + key);
    }

    @Test
    void refusesAChainThatDoesNotBeginWithItsOwn() throws Exception {
        write(
                "cert.pem",
                TestCertificate.rsa().certificatePem() + TestCertificate.ec().certificatePem());
        assertRefused("--cert " + certificate + ": the server's own certificate must stand first, it is number 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC PRIVATE KEY", "RSA PRIVATE KEY", "DSA PRIVATE KEY"})
    void refusesOlderKeysWithTheCommandThatConverts(String label) throws Exception {
        write("key.pem", TestCertificate.pem("EC PARAMETERS", new byte[8]) + TestCertificate.pem(label, new byte[8]));
        assertRefused("--key " + key + ": is a key of the older form BEGIN " + label
                + "; allowed is PKCS#8, made by: openssl pkcs8 -topk8 -nocrypt -in '" + key + "' -out '" + key
                + ".pkcs8'");
    }

    @Test
    void keepsAnOlderKeyEncryptedInTheCommandThatConverts() throws Exception {
        write("key.pem", TestCertificate.pem("RSA PRIVATE KEY", new byte[8]).replace("KEY-----\nA", """
                KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-128-CBC,00

                A"""));
        assertRefused("--key " + key + ": is a key of the older form BEGIN RSA PRIVATE KEY;"
                + " allowed is PKCS#8, made by: openssl pkcs8 -topk8 -v2 aes-256-cbc -in");
    }

    @Test
    void refusesABrokenKey() throws Exception {
        write("key.pem", TestCertificate.pem("PRIVATE KEY", new byte[] {48, 3, 2, 1, 0}));
        assertRefused("--key " + key + ": is broken, or of a kind we do not know");
        write("key.pem", TestCertificate.ec().keyPem().replace('M', '!'));
        assertRefused("--key " + key + ": is broken: PRIVATE KEY is not Base64");
        write("key.pem", TestCertificate.pem("ENCRYPTED PRIVATE KEY", new byte[] {48, 3}));
        assertRefused("--key " + key + ": is broken, or encrypted in a way the JDK does not", write("password", "x"));
    }

    @Test
    void refusesKeysThatBrowsersDoNotTake() throws Exception {
        writeKeyOf("RSA", 1024);
        assertRefused(
                "--key " + key + ": is RSA of 1024 bits; allowed are RSA from 2048 bits and EC on P-256 or P-384");
        writeKeyOf("EC", 521);
        assertRefused("--key " + key + ": is EC of 521 bits; allowed");
        writeKeyOf("Ed25519", 255);
        assertRefused("--key " + key + ": is broken, or of a kind we do not know; allowed");
    }

    @Test
    void refusesAnEncryptedKeyWithoutPassword() throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        assertRefused("--key " + key + ": is encrypted; name the file that holds its password: --key-password-file");
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        Path password = write("password", "open barley\n");
        assertRefused("--key " + key + ": does not open with the password in " + password, password);
    }

    @Test
    void refusesAMissingPasswordFile() throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        Path password = directory.resolve("nowhere");
        assertRefused("--key-password-file " + password + ": there is no such file", password);
    }

    @Test
    void refusesAPasswordThatIsNone() throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        Path password = write("password", "\n");
        assertRefused("--key-password-file " + password + ": holds only an end of line", password);
    }

    @Test
    void refusesAPasswordThatTheJdkCannotUse() throws Exception {
        write("key.pem", encryptedKeyPem("open sesame"));
        Path password = Files.writeString(directory.resolve("password"), "öffne dich", StandardCharsets.UTF_8);
        assertRefused("--key-password-file " + password + ": the JDK takes printable ASCII", password);
    }

    @Test
    void refusesAPasswordForAPlainKey() throws Exception {
        Path password = write("password", "x");
        assertRefused(
                "--key-password-file " + password + ": the key in " + key + " is not encrypted; leave it off",
                password);
    }

    @Test
    void refusesACertificateBeforeAndAfterItsTime() {
        Instant from = TestCertificate.ec().certificate().getNotBefore().toInstant();
        Instant until = TestCertificate.ec().certificate().getNotAfter().toInstant();
        Instant late = until.plusSeconds(1);
        Instant early = from.minus(Duration.ofDays(1));
        assertRefused("--cert " + certificate + ": expired at " + until + ", and it is " + late, null, () -> late);
        assertRefused(
                "--cert " + certificate + ": is not valid before " + from + ", and it is " + early, null, () -> early);
    }

    @Test
    void takesACertificateUpToItsLastSecond() throws Exception {
        Instant until = TestCertificate.ec().certificate().getNotAfter().toInstant();
        assertThat(ServerCertificate.fromPem(certificate, key, null, () -> until)
                        .validUntil())
                .isEqualTo(until);
    }

    private ServerCertificate read() throws TlsFailure {
        return read(null);
    }

    private ServerCertificate read(@Nullable Path password) throws TlsFailure {
        return ServerCertificate.fromPem(certificate, key, password, NOW);
    }

    private void assertRefused(String start) {
        assertRefused(start, null);
    }

    private void assertRefused(String start, @Nullable Path password) {
        assertRefused(start, password, NOW);
    }

    private void assertRefused(String start, @Nullable Path password, InstantSource clock) {
        assertThatThrownBy(() -> ServerCertificate.fromPem(certificate, key, password, clock))
                .isInstanceOf(TlsFailure.class)
                .hasMessageStartingWith(start)
                .hasMessageNotContaining("\n")
                .hasNoCause();
    }

    private Path write(String name, String content) throws IOException {
        return TestCertificate.write(directory.resolve(name), content);
    }

    private void writeKeyOf(String algorithm, int bits) throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        write(
                "key.pem",
                TestCertificate.pem(
                        "PRIVATE KEY", generator.generateKeyPair().getPrivate().getEncoded()));
    }

    private static String encryptedKeyPem(String password) throws IOException, GeneralSecurityException {
        SecretKey secret = SecretKeyFactory.getInstance(CIPHER).generateSecret(new PBEKeySpec(password.toCharArray()));
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.ENCRYPT_MODE, secret, new PBEParameterSpec(new byte[16], 2048));
        byte[] encrypted = cipher.doFinal(TestCertificate.ec().key().getEncoded());
        byte[] how = sequence(PBES2, cipher.getParameters().getEncoded());
        return TestCertificate.pem("ENCRYPTED PRIVATE KEY", sequence(how, der(OCTET_STRING, encrypted)));
    }

    private static byte[] sequence(byte[]... parts) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.write(part);
        }
        return der(SEQUENCE, content.toByteArray());
    }

    private static byte[] der(int tag, byte[] content) {
        ByteBuf out = Unpooled.buffer().writeByte(tag).writeByte(0x82).writeShort(content.length);
        return ByteBufUtil.getBytes(out.writeBytes(content));
    }
}
