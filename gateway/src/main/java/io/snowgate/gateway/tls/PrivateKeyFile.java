package io.snowgate.gateway.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A private key in a PEM file: PKCS#8, plain or encrypted (PBES2), RSA from 2048 bits or EC on P-256 or P-384, which is
 * what browsers take. The older forms are refused with the command that converts them.
 */
final class PrivateKeyFile {

    static final String KEY_OPTION = "--key";
    static final String PASSWORD_OPTION = "--key-password-file";

    private static final String ALLOWED = "allowed are RSA from 2048 bits and EC on P-256 or P-384";
    private static final String PBES2 = "1.2.840.113549.1.5.13";
    private static final String STAY_ENCRYPTED = "-v2 aes-256-cbc";
    private static final int MIN_RSA_BITS = 2048;
    private static final List<Integer> EC_BITS = List.of(256, 384);

    private final PemFile file;
    private final @Nullable Path passwordFile;

    private PrivateKeyFile(PemFile file, @Nullable Path passwordFile) {
        this.file = file;
        this.passwordFile = passwordFile;
    }

    static PrivateKey read(Path path, @Nullable Path passwordFile) throws TlsFailure {
        return new PrivateKeyFile(PemFile.read(KEY_OPTION, path), passwordFile).read();
    }

    private PrivateKey read() throws TlsFailure {
        PemFile.Block block = keyBlock();
        return requireStrong(
                switch (block.label()) {
                    case "PRIVATE KEY" -> plain(block);
                    case "ENCRYPTED PRIVATE KEY" -> encrypted(block);
                    default -> throw notPkcs8(block);
                });
    }

    private PemFile.Block keyBlock() throws TlsFailure {
        return file.blocks().stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(() -> file.failure(
                        "holds no private key, only " + file.labels() + "; wanted is BEGIN PRIVATE KEY (PKCS#8)"));
    }

    private TlsFailure notPkcs8(PemFile.Block block) {
        boolean encrypted = block.text().contains("ENCRYPTED");
        return file.failure("is a key of the older form BEGIN " + block.label() + "; allowed is PKCS#8, made by: "
                + convert(encrypted ? STAY_ENCRYPTED : "-nocrypt"));
    }

    private String convert(String how) {
        return "openssl pkcs8 -topk8 " + how + " -in '" + file.path() + "' -out '" + file.path() + ".pkcs8'";
    }

    private PrivateKey plain(PemFile.Block block) throws TlsFailure {
        if (passwordFile != null) {
            throw PemFile.failure(
                    PASSWORD_OPTION, passwordFile, "the key in " + file.path() + " is not encrypted; leave it off");
        }
        PrivateKey key = decode(new PKCS8EncodedKeySpec(der(block)));
        if (key == null) {
            throw file.failure("is broken, or of a kind we do not know; " + ALLOWED);
        }
        return key;
    }

    private PrivateKey encrypted(PemFile.Block block) throws TlsFailure {
        if (passwordFile == null) {
            throw file.failure("is encrypted; name the file that holds its password: " + PASSWORD_OPTION);
        }
        EncryptedPrivateKeyInfo info = encryptedInfo(block);
        char[] password = password(passwordFile);
        try {
            PrivateKey key = decode(decrypt(info, password));
            if (key == null) {
                throw file.failure("does not open with the password in " + passwordFile);
            }
            return key;
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private EncryptedPrivateKeyInfo encryptedInfo(PemFile.Block block) throws TlsFailure {
        try {
            return new EncryptedPrivateKeyInfo(der(block));
        } catch (IOException e) {
            throw foreignCipher(e.toString());
        }
    }

    private TlsFailure foreignCipher(String reason) {
        return file.failure("is broken, or encrypted in a way the JDK does not know (" + reason
                + "); allowed is PBES2 with AES, made by: " + convert(STAY_ENCRYPTED));
    }

    private PKCS8EncodedKeySpec decrypt(EncryptedPrivateKeyInfo info, char[] password) throws TlsFailure {
        PBEKeySpec spec = new PBEKeySpec(password);
        try {
            return info.getKeySpec(SecretKeyFactory.getInstance(cipher(info)).generateSecret(spec));
        } catch (NoSuchAlgorithmException e) {
            throw foreignCipher(cipher(info));
        } catch (GeneralSecurityException e) {
            throw file.failure("does not open with the password in " + passwordFile);
        } finally {
            spec.clearPassword();
        }
    }

    /** PBES2 is a frame; which cipher stands in it, its parameters tell by their string only. */
    private static String cipher(EncryptedPrivateKeyInfo info) {
        AlgorithmParameters parameters = info.getAlgParameters();
        boolean framed = info.getAlgName().equals(PBES2) || info.getAlgName().equals("PBES2");
        return framed && parameters != null ? parameters.toString() : info.getAlgName();
    }

    /** The first line; its end belongs to the editor, not to the password. */
    private static char[] password(Path passwordFile) throws TlsFailure {
        String text = PemFile.readText(PASSWORD_OPTION, passwordFile);
        String password = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        password = password.endsWith("\r") ? password.substring(0, password.length() - 1) : password;
        if (password.isEmpty()) {
            throw PemFile.failure(PASSWORD_OPTION, passwordFile, "holds only an end of line");
        }
        if (!password.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw PemFile.failure(
                    PASSWORD_OPTION, passwordFile, "the JDK takes printable ASCII as a password, on one line");
        }
        return password.toCharArray();
    }

    private byte[] der(PemFile.Block block) throws TlsFailure {
        try {
            return block.der();
        } catch (IllegalArgumentException e) {
            throw file.failure("is broken: " + block.label() + " is not Base64");
        }
    }

    private static @Nullable PrivateKey decode(PKCS8EncodedKeySpec spec) {
        PrivateKey rsa = decode("RSA", spec);
        return rsa != null ? rsa : decode("EC", spec);
    }

    private static @Nullable PrivateKey decode(String algorithm, PKCS8EncodedKeySpec spec) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(spec);
        } catch (InvalidKeySpecException e) {
            return null;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK knows " + algorithm, e);
        }
    }

    private PrivateKey requireStrong(PrivateKey key) throws TlsFailure {
        boolean strong = switch (key) {
            case RSAKey rsa -> rsa.getModulus().bitLength() >= MIN_RSA_BITS;
            case ECKey ec -> EC_BITS.contains(ec.getParams().getOrder().bitLength());
            default -> false;
        };
        if (!strong) {
            throw file.failure("is " + describe(key) + "; " + ALLOWED);
        }
        return key;
    }

    private static String describe(PrivateKey key) {
        return switch (key) {
            case RSAKey rsa -> "RSA of " + rsa.getModulus().bitLength() + " bits";
            case ECKey ec -> "EC of " + ec.getParams().getOrder().bitLength() + " bits";
            default -> key.getAlgorithm();
        };
    }
}
