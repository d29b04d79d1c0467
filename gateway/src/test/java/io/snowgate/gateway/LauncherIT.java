package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a tree of its own, where Maven and the JDKs are scripts that say what they were asked to do, and PATH
 * holds nothing but a few tools.
 */
class LauncherIT {

    private static final Path LAUNCHER =
            Path.of("..", "snowgate").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of(
            "awk",
            "bash",
            "cat",
            "dirname",
            "env",
            "find",
            "grep",
            "head",
            "mkdir",
            "mv",
            "paste",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "touch",
            "tr");

    private static final String GOOD_MAVEN = """
            #!/usr/bin/env bash
            echo $$ >"%1$s/maven.pid"
            echo "$JAVA_HOME" >>"%1$s/builds"
            echo '[INFO] ------------------< io.snowgate:snowgate-gateway >------------------'
            echo '[INFO] Building Snowgate gateway 1.0                               [3/3]'
            while [ -e "%1$s/hold" ]; do sleep 0.05; done
            mkdir -p "%1$s/tree/gateway/target/lib"
            echo jar >"%1$s/tree/gateway/target/snowgate.jar"
            """;
    private static final String BAD_MAVEN = """
            #!/usr/bin/env bash
            echo "$JAVA_HOME" >>"%1$s/builds"
            echo '[INFO] a wall of text'
            echo '[ERROR] Main.java:[1,2] cannot find symbol'
            echo '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
            exit 1
            """;

    @TempDir
    private Path root;

    private Path tools = Path.of("");
    private Path jdks = Path.of("");
    private Path tree = Path.of("");

    @BeforeEach
    void makeTree() throws IOException {
        root = root.toRealPath();
        tools = Files.createDirectory(root.resolve("tools"));
        jdks = Files.createDirectory(root.resolve("jdks"));
        tree = Files.createDirectory(root.resolve("tree"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "#!/bin/sh\nexec %2$s \"$@\"\n", find(tool));
        }
        Files.copy(LAUNCHER, tree.resolve("snowgate"));
        Files.createDirectories(tree.resolve("gateway/src/main"));
        source("pom.xml");
        source("gateway/pom.xml");
        source("gateway/src/main/Main.java");
        script(tools.resolve("mvn"), GOOD_MAVEN);
    }

    @Test
    void saysPlainlyThatThereIsNoJdk() throws Exception {
        jdk("jdk-21", "21.0.4");

        Ended ended = launch().end();

        assertThat(ended.err()).startsWith("snowgate: no JDK 25 or newer found").hasLineCount(1);
        assertThat(ended.status()).isEqualTo(1);
        assertThat(builds()).isEmpty();
    }

    @Test
    void saysPlainlyThatMavenIsMissing() throws Exception {
        jdk("jdk-25", "25.0.3");
        Files.delete(tools.resolve("mvn"));

        Ended ended = launch().end();

        assertThat(ended.err())
                .startsWith("snowgate: not built yet, and Maven is missing")
                .hasLineCount(1);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void saysPlainlyThatItCannotWrite() throws Exception {
        jdk("jdk-25", "25.0.3");
        Files.writeString(tree.resolve("target"), "a file where a directory should be");

        Ended ended = launch().end();

        assertThat(ended.err()).startsWith("snowgate: not built yet, and ").hasLineCount(1);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void buildsTheFirstTimeOnlyAndHandsOverItsArguments() throws Exception {
        Path jdk = jdk("jdk-25", "25.0.3");

        Ended first = launch("--state", "file:a b.json").end();
        Ended second = launch().end();

        assertThat(first.out())
                .isEqualTo("jdk-25 --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -jar "
                        + tree.resolve("gateway/target/snowgate.jar") + " --state 'file:a b.json'\n");
        assertThat(first.err()).contains("snowgate: built in ").doesNotContain("[INFO]");
        assertThat(second.err()).isEmpty();
        assertThat(builds()).containsExactly(jdk.toString());
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        FileTime later = FileTime.from(Instant.now().plusSeconds(2));
        Files.setLastModifiedTime(tree.resolve("gateway/src/main/Main.java"), later);

        launch().end();

        assertThat(builds()).hasSize(2);
    }

    @Test
    void buildsAgainWhenTheJarIsGone() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Files.delete(tree.resolve("gateway/target/snowgate.jar"));

        launch().end();

        assertThat(builds()).hasSize(2);
    }

    @Test
    void showsTheErrorsOfAFailedBuildAndBuildsAtTheNextStart() throws Exception {
        jdk("jdk-25", "25.0.3");
        script(tools.resolve("mvn"), BAD_MAVEN);
        Ended failed = launch().end();
        script(tools.resolve("mvn"), GOOD_MAVEN);
        Ended next = launch().end();

        assertThat(failed.err())
                .contains(tree.resolve("target/build.log").toString(), "\n  Main.java:[1,2] cannot find symbol\n")
                .doesNotContain("wall of text", "Re-run Maven");
        assertThat(failed.status()).isEqualTo(1);
        assertThat(next.status()).isZero();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void buildsOnceWhenTwoStartTogether() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path hold = Files.createFile(root.resolve("hold"));
        Started first = launch();
        Awaitility.await().until(() -> builds().size() == 1);
        Started second = launch();
        Awaitility.await().until(() -> second.errSoFar().contains("waiting for another start"));
        Files.delete(hold);

        assertThat(first.end().status()).isZero();
        assertThat(second.end().status()).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void leavesTheNextStartFreeToBuildWhenItIsStopped() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path hold = Files.createFile(root.resolve("hold"));
        Started stopped = launch();
        Awaitility.await().until(() -> builds().size() == 1);
        stopped.process().destroy();
        assertThat(stopped.end().status()).isEqualTo(143);
        assertThat(tree.resolve("target/build.lock")).doesNotExist();
        assertThat(ProcessHandle.of(mavenPid())).isEmpty();
        Files.delete(hold);

        assertThat(launch().end().status()).isZero();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void takesOverFromAStartThatWasKilled() throws Exception {
        jdk("jdk-25", "25.0.3");
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Path lock = Files.createDirectories(tree.resolve("target/build.lock"));
        Files.writeString(lock.resolve("owners"), dead.pid() + "\n");

        assertThat(launch().end().status()).isZero();
        assertThat(lock).doesNotExist();
    }

    @Test
    void prefersJavaHomeUnlessItIsTooOld() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path newer = jdk("elsewhere", "26");
        Path older = jdk("older", "17.0.15");

        assertThat(launchWith(newer).end().out()).startsWith("elsewhere ");
        Files.delete(newer.resolve("release"));
        assertThat(launchWith(older).end().out()).startsWith("jdk-25 ");
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path link = Files.createSymbolicLink(root.resolve("link"), Path.of("tree", "snowgate"));

        assertThat(start(link, Path.of("")).end().out())
                .contains(tree.resolve("gateway").toString());
    }

    private Started launch(String... arguments) throws IOException {
        return start(tree.resolve("snowgate"), Path.of(""), arguments);
    }

    private Started launchWith(Path javaHome) throws IOException {
        return start(tree.resolve("snowgate"), javaHome);
    }

    private Started start(Path launcher, Path javaHome, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(root, "out", "");
        Path err = Files.createTempFile(root, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", root.toString());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("SNOWGATE_JDK_SEARCH", jdks.toString());
        return new Started(builder.start(), out, err);
    }

    private long mavenPid() throws IOException {
        return Long.parseLong(Files.readString(root.resolve("maven.pid")).strip());
    }

    private List<String> builds() throws IOException {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
    }

    /** Its java prints its name and its arguments, quoted where they need it. */
    private Path jdk(String name, String version) throws IOException {
        Path jdk = jdks.resolve(name);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(jdk.resolve("bin/java"), """
                #!/usr/bin/env bash
                printf '%%s' '%2$s'
                for a in "$@"; do case $a in *' '*) printf " '%%s'" "$a" ;; *) printf ' %%s' "$a" ;; esac; done
                echo
                """, name);
        script(jdk.resolve("bin/javac"), "#!/usr/bin/env bash\n");
        return jdk;
    }

    private void script(Path file, String text, Object... more) throws IOException {
        List<Object> values = new ArrayList<>(List.of(root));
        values.addAll(List.of(more));
        Files.writeString(file, text.formatted(values.toArray()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Older than any build of this test. */
    private void source(String name) throws IOException {
        Path file = Files.writeString(tree.resolve(name), "");
        FileTime past = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        Files.setLastModifiedTime(file, past);
        Files.setLastModifiedTime(tree.resolve("gateway/src/main"), past);
    }

    private static Path find(String tool) {
        return Stream.of("/bin", "/usr/bin")
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private record Started(Process process, Path out, Path err) {

        String errSoFar() throws IOException {
            return Files.readString(err);
        }

        Ended end() throws IOException, InterruptedException {
            boolean ended = process.waitFor(30, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended).as("ended by itself").isTrue();
            return new Ended(process.exitValue(), Files.readString(out), errSoFar());
        }
    }

    private record Ended(int status, String out, String err) {}
}
