package io.snowgate.gateway.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The {@code keytool} of a Java home: the JDK makes certificates by no other public way. */
record Keytool(Path javaHome) {

    private static final String PASSWORD_VARIABLE = "SNOWGATE_STORE_PASSWORD";
    private static final long TIMEOUT_SECONDS = 60;

    /** Half the time, for a JVM that lives less than a second. */
    private static final List<String> QUICK_START = List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");

    /** The store lives for a moment only; to derive keys from its password ten thousand times would take a quarter of a second. */
    private static final List<String> NO_HIDING =
            List.of("-J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE", "-J-Dkeystore.pkcs12.keyPbeIterationCount=1");

    private static final DateTimeFormatter START =
            DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    static Keytool ofThisJdk() {
        return new Keytool(Path.of(System.getProperty("java.home")));
    }

    /**
     * Which key pair to make, and what its certificate says; always EC on P-256.
     *
     * @param extensions as keytool's {@code -ext} takes them
     * @param signer the alias in the same store whose key signs, or null for its own
     */
    record Wanted(
            String alias,
            String subject,
            Instant from,
            int days,
            List<String> extensions,
            @Nullable String signer) {}

    /**
     * Adds a key pair to the PKCS#12 store {@code store}, which must exist.
     *
     * @throws TlsFailure when there is no keytool, or it fails
     */
    void addKey(Path store, String password, Wanted wanted) throws TlsFailure {
        List<String> command = new ArrayList<>(List.of(executable().toString()));
        command.addAll(QUICK_START);
        command.addAll(NO_HIDING);
        command.addAll(List.of("-J-Duser.timezone=UTC", "-J-Duser.language=en", "-genkeypair"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE));
        command.addAll(List.of("-alias", wanted.alias, "-dname", wanted.subject));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-sigalg", "SHA256withECDSA"));
        command.addAll(List.of("-startdate", START.format(wanted.from), "-validity", String.valueOf(wanted.days)));
        if (wanted.signer != null) {
            command.addAll(List.of("-signer", wanted.signer));
        }
        wanted.extensions.forEach(extension -> command.addAll(List.of("-ext", extension)));
        run(command, password);
    }

    private Path executable() throws TlsFailure {
        Path bin = javaHome.resolve("bin");
        for (String name : List.of("keytool", "keytool.exe")) {
            if (Files.isExecutable(bin.resolve(name))) {
                return bin.resolve(name);
            }
        }
        throw new TlsFailure("this Java runtime has no keytool in " + bin + "; run on a full JDK");
    }

    private static void run(List<String> command, String password) throws TlsFailure {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(PASSWORD_VARIABLE, password);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            requireSuccess(process);
        } catch (IOException e) {
            throw failure(e.toString());
        }
    }

    private static void requireSuccess(Process process) throws IOException, TlsFailure {
        process.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.onExit().join().exitValue();
        if (status != 0) {
            throw failure("status " + status + ", " + output.strip().replaceAll("\\s*\\R\\s*", "; "));
        }
    }

    private static TlsFailure failure(String reason) {
        return new TlsFailure("keytool failed: " + reason);
    }
}
