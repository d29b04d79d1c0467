package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The real thing, with everything on that is on by default, and one event loop for its one core.
 *
 * @param state where its document comes from
 */
record SnowgatePeer(Path launcher, Path work, Scratch scratch, String state, Map<String, String> environment)
        implements Peer {

    private static final String DEMO = "demo:1";

    static SnowgatePeer of(Path launcher, Scratch scratch) {
        return new SnowgatePeer(launcher, scratch.file(SNOWGATE), scratch, "file:" + scratch.document(), Map.of());
    }

    /** With a document that changes every second. */
    SnowgatePeer withDemo() {
        return new SnowgatePeer(launcher, work, scratch, DEMO, environment);
    }

    SnowgatePeer withoutCache() {
        return new SnowgatePeer(launcher, work, scratch, state, Map.of("SNOWGATE_AOT", "off"));
    }

    @Override
    public String name() {
        return SNOWGATE;
    }

    @Override
    public boolean servesTheDocument() {
        return !state.equals(DEMO);
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
                "--host=127.0.0.1",
                "--port=" + httpsPort,
                "--plain-port=" + httpPort,
                "--admin-port=0",
                "--cert=" + scratch.certificate(),
                "--key=" + scratch.key(),
                "--state=" + state,
                "--data-dir=" + data,
                "--grace=1s",
                "--set=event-loops=1",
                "--set=worker-lock-dir=off");
    }

    @Override
    public Map<String, String> environment(int httpsPort, int httpPort) {
        return environment;
    }
}
