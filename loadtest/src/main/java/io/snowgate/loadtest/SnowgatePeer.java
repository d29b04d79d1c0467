package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The real thing, with everything on that is on by default, and one event loop for its one core. */
record SnowgatePeer(Path launcher, Path work, Scratch scratch) implements Peer {

    @Override
    public String name() {
        return SNOWGATE;
    }

    @Override
    public String prepare() throws IOException, InterruptedException, Failure {
        Process version = new ProcessBuilder(launcher.toString(), "--version")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (version.waitFor() != 0) {
            throw new Failure("snowgate cannot be built");
        }
        return said.replaceFirst("^snowgate ", "");
    }

    @Override
    public List<String> command(int httpsPort, int httpPort) throws IOException {
        Path data = Files.createTempDirectory(Files.createDirectories(work), "data");
        return List.of(
                launcher.toString(),
                "--host",
                "127.0.0.1",
                "--port",
                Integer.toString(httpsPort),
                "--plain-port",
                Integer.toString(httpPort),
                "--admin-port",
                "0",
                "--cert",
                scratch.certificate().toString(),
                "--key",
                scratch.key().toString(),
                "--state",
                "file:" + scratch.document(),
                "--data-dir",
                data.toString(),
                "--grace",
                "1s",
                "--set",
                "event-loops=1",
                "--set",
                "worker-lock-dir=off");
    }

    @Override
    public Map<String, String> environment(int httpsPort, int httpPort) {
        return Map.of();
    }
}
