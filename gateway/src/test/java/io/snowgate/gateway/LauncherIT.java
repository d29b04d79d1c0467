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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    /**
     * Prints its name and its arguments, quoted where they need it. Asked for a step of the rehearsal, it notes that and
     * writes what that step is to write, unless there is a reason not to.
     */
    private static final String JAVA = """
            #!/usr/bin/env bash
            for a in "$@"; do
              case $a in
                -XX:AOTMode=*) mode=${a#*=} ;;
                -XX:AOTConfiguration=*) record=${a#*=} ;;
                -XX:AOTCache=*) cache=${a#*=} ;;
              esac
            done
            if [ -n "$mode" ]; then
              echo $$ >"%1$s/rehearsal.pid"
              echo "%2$s $mode ${!#}" >>"%1$s/rehearsals"
              while [ -e "%1$s/hold-rehearsal" ]; do sleep 0.05; done
              [ ! -e "%1$s/spoil-$mode" ] || { echo "no $mode here"; exit 1; }
              case $mode in
                record) echo noted >"$record" ;;
                create) [ -e "$record" ] && echo learned >"$cache" ;;
              esac
              exit
            fi
            printf '%%s' '%2$s'
            for a in "$@"; do case $a in *' '*) printf " '%%s'" "$a" ;; *) printf ' %%s' "$a" ;; esac; done
            echo
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
    private Map<String, String> environment = Map.of();

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
                .isEqualTo(
                        "jdk-25 --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:AOTCache="
                                + cache() + " -Xlog:aot*=off -jar " + tree.resolve("gateway/target/snowgate.jar")
                                + " --state 'file:a b.json'\n");
        assertThat(first.err())
                .contains("snowgate: building (AOT cache)\n")
                .contains("snowgate: built in ")
                .doesNotContain("[INFO]");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).contains("-XX:AOTCache=");
        assertThat(builds()).containsExactly(jdk.toString());
        assertThat(rehearsals())
                .containsExactly(
                        "jdk-25 record " + Rehearsal.class.getName(), "jdk-25 create " + Rehearsal.class.getName());
    }

    @Test
    void startsWithoutACacheWhenItIsToldTo() throws Exception {
        jdk("jdk-25", "25.0.3");
        environment = Map.of("SNOWGATE_AOT", "off");
        Ended first = launch().end();
        environment = Map.of();
        launch().end();
        environment = Map.of("SNOWGATE_AOT", "off");

        assertThat(first.out()).doesNotContain("AOT");
        assertThat(rehearsals()).hasSize(2);
        assertThat(launch().end().out()).doesNotContain("AOT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"record", "create"})
    void goesOnWithoutACacheThatCannotBeMadeAndSaysSoOnce(String step) throws Exception {
        jdk("jdk-25", "25.0.3");
        Files.createFile(root.resolve("spoil-" + step));
        Ended first = launch().end();
        Ended second = launch().end();

        assertThat(first.status()).isZero();
        assertThat(first.out()).doesNotContain("AOT");
        assertThat(first.err()).contains("snowgate: starts will take longer: no AOT cache", cacheLog() + ")");
        assertThat(Files.readString(cacheLog())).contains("no " + step + " here");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).doesNotContain("AOT");
    }

    @Test
    void makesTheCacheAnewForAnotherJdk() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Path other = jdk("other", "25.0.4");

        assertThat(launchWith(other).end().out()).contains("-XX:AOTCache=");
        assertThat(rehearsals()).hasSize(4).last().asString().startsWith("other create");
        assertThat(builds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree/gateway/target/snowgate.jar", "tree/snowgate", "jdks/jdk-25/release"})
    void makesTheCacheAnewWhenSomethingThatItWasMadeOfIsNewer(String file) throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Files.setLastModifiedTime(
                root.resolve(file), FileTime.from(Instant.now().plusSeconds(2)));

        launch().end();

        assertThat(rehearsals()).hasSize(4);
        assertThat(builds()).hasSize(1);
    }

    @Test
    void makesTheCacheAnewWhenItIsGone() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Files.delete(cache());

        assertThat(launch().end().out()).contains("-XX:AOTCache=");
        assertThat(rehearsals()).hasSize(4);
        assertThat(builds()).hasSize(1);
    }

    @Test
    void makesTheCacheAnewAfterABuild() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Files.setLastModifiedTime(
                tree.resolve("gateway/src/main/Main.java"),
                FileTime.from(Instant.now().plusSeconds(2)));

        launch().end();

        assertThat(rehearsals()).hasSize(4);
    }

    @Test
    void makesTheCacheOnceWhenTwoStartTogether() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path hold = Files.createFile(root.resolve("hold-rehearsal"));
        Started first = launch();
        Awaitility.await().until(() -> rehearsals().size() == 1);
        Started second = launch();
        Awaitility.await().until(() -> second.errSoFar().contains("waiting for another start"));
        Files.delete(hold);

        assertThat(first.end().out()).contains("-XX:AOTCache=");
        assertThat(second.end().out()).contains("-XX:AOTCache=");
        assertThat(rehearsals()).hasSize(2);
    }

    @Test
    void leavesTheNextStartFreeToMakeTheCacheWhenItIsStopped() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path hold = Files.createFile(root.resolve("hold-rehearsal"));
        Started stopped = launch();
        Awaitility.await()
                .until(() -> Files.exists(root.resolve("rehearsal.pid"))
                        && rehearsals().size() == 1);
        stopped.process().destroy();
        assertThat(stopped.end().status()).isEqualTo(143);
        assertThat(tree.resolve("target/build.lock")).doesNotExist();
        assertThat(ProcessHandle.of(pid("rehearsal.pid"))).isEmpty();
        Files.delete(hold);

        assertThat(launch().end().out()).contains("-XX:AOTCache=");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void startsAsItIsWhereNothingCanBeWritten() throws Exception {
        jdk("jdk-25", "25.0.3");
        launch().end();
        Path other = jdk("other", "25.0.4");
        Files.move(tree.resolve("target"), root.resolve("target"));
        Files.writeString(tree.resolve("target"), "a file where a directory should be");

        assertThat(launch().end().out()).contains("-XX:AOTCache=");
        Ended unfit = launchWith(other).end();
        assertThat(unfit.out()).startsWith("other ").doesNotContain("AOT");
        assertThat(unfit.err()).isEmpty();
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
        assertThat(ProcessHandle.of(pid("maven.pid"))).isEmpty();
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
        builder.environment().putAll(environment);
        return new Started(builder.start(), out, err);
    }

    private long pid(String file) throws IOException {
        return Long.parseLong(Files.readString(root.resolve(file)).strip());
    }

    /** The JDK of each. */
    private List<String> builds() throws IOException {
        return lines("builds");
    }

    /** JDK, step and class of each. */
    private List<String> rehearsals() throws IOException {
        return lines("rehearsals");
    }

    private List<String> lines(String file) throws IOException {
        Path lines = root.resolve(file);
        return Files.exists(lines) ? Files.readAllLines(lines) : List.of();
    }

    private Path cache() {
        return tree.resolve("gateway/target/snowgate.aot");
    }

    private Path cacheLog() {
        return tree.resolve("target/aot.log");
    }

    private Path jdk(String name, String version) throws IOException {
        Path jdk = jdks.resolve(name);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(jdk.resolve("bin/java"), JAVA, name);
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
