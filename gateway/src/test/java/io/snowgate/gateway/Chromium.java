package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium showing one page. It goes, with all its processes, when this is closed. */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String NAMED_BY = "CHROMIUM";

    private final Process process;

    private Chromium(Process process) {
        this.process = process;
    }

    /** The one the environment names, or else the first on PATH. */
    static Optional<Path> find() {
        String named = System.getenv(NAMED_BY);
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return NAMES.stream()
                .flatMap(name -> Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The same; without one the test is left out, or fails where everything must run. */
    static Path findOrDoWithout() {
        return find().orElseGet(Chromium::doWithout);
    }

    private static Path doWithout() {
        String missing = "no Chromium on PATH or in CHROMIUM: the browser tests are left out";
        if ("true".equals(System.getenv("CI"))) {
            return fail(missing);
        }
        System.out.println(missing);
        return abort(missing);
    }

    /** Opens {@code url}. Of the certificates no authority has signed, only {@code trusted} is accepted. */
    static Chromium show(Path browser, String url, X509Certificate trusted, Path profile) throws IOException {
        return start(browser, url, trusted, profile, List.of());
    }

    /** Opens an empty page that can be told what to do, see {@link Tab}. */
    static Chromium tellable(Path browser, X509Certificate trusted, Path profile) throws IOException {
        return start(browser, "about:blank", trusted, profile, List.of("--remote-debugging-port=0"));
    }

    private static Chromium start(Path browser, String url, X509Certificate trusted, Path profile, List<String> more)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                browser.toString(),
                "--headless",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--disable-breakpad",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-extensions",
                "--disable-sync",
                "--no-first-run",
                "--no-proxy-server",
                "--user-data-dir=" + profile,
                "--ignore-certificate-errors-spki-list=" + keyHash(trusted)));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--no-sandbox");
        }
        command.addAll(more);
        command.add(url);
        Path log = Files.createTempFile(profile, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("TMPDIR", profile.toString());
        return new Chromium(builder.start());
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> handle.onExit().join());
    }

    private static String keyHash(X509Certificate certificate) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(certificate.getPublicKey().getEncoded());
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
