package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A directory of {@code loadtest/peers} with the scripts {@code prepare} and {@code start}. */
record ScriptPeer(Path scripts, Path work, Path jdk, Scratch scratch) implements Peer {

    private static final int MISSING = 3;

    @Override
    public String name() {
        return scripts.getFileName().toString();
    }

    @Override
    public String prepare() throws IOException, InterruptedException, Failure {
        Files.createDirectories(work);
        Path complaint = scratch.file(name() + ".prepare");
        ProcessBuilder builder = new ProcessBuilder(scripts.resolve("prepare").toString())
                .redirectInput(ProcessBuilder.Redirect.from(scratch.document().toFile()))
                .redirectError(complaint.toFile());
        builder.environment().putAll(environment(0, 0));
        Process prepare = builder.start();
        String version = new String(prepare.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int status = prepare.waitFor();
        String said = Files.readString(complaint).strip();
        if (status == MISSING) {
            throw new Failure(name() + " is not here: " + said);
        }
        if (status != 0 || version.isEmpty()) {
            throw new Failure(name() + " cannot be prepared (" + status + "): " + said);
        }
        return version;
    }

    @Override
    public List<String> command(int httpsPort, int httpPort) {
        return List.of(scripts.resolve("start").toString());
    }

    @Override
    public Map<String, String> environment(int httpsPort, int httpPort) {
        return Map.of(
                "WORK", work.toString(),
                "CERT", scratch.certificate().toString(),
                "KEY", scratch.key().toString(),
                "DOCUMENT", scratch.document().toString(),
                "DOCUMENT_GZIP", scratch.documentGzip().toString(),
                "HTTPS_PORT", Integer.toString(httpsPort),
                "HTTP_PORT", Integer.toString(httpPort),
                "SNOWGATE_JDK", jdk.toString());
    }
}
