package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher with the packaged jar and a real JDK, in a tree that counts as built. */
class RehearsalIT {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Instant PAST = Instant.parse("2001-01-01T00:00:00Z");
    private static final String TELL_CLASSES = "-Xlog:class+load:stdout";
    private static final String OURS_FROM_CACHE = "io.snowgate.gateway.Gateway source: shared objects file";

    @TempDir
    private static Path root;

    private static Path tree = Path.of("");
    private static Path jar = Path.of("");
    private static Path cache = Path.of("");
    private static Path intact = Path.of("");
    private static Ended first = new Ended(0, "", "");

    @BeforeAll
    static void startForTheFirstTime() throws Exception {
        tree = Files.createDirectory(root.toRealPath().resolve("tree"));
        Path target = Files.createDirectories(tree.resolve("gateway/target"));
        jar = target.resolve("snowgate.jar");
        cache = target.resolve("snowgate.aot");
        intact = root.resolve("intact.aot");
        Files.copy(TARGET.resolveSibling("../snowgate").normalize(), tree.resolve("snowgate"));
        source("pom.xml");
        source("gateway/pom.xml");
        Files.copy(TARGET.resolve("snowgate.jar"), jar);
        Files.setLastModifiedTime(jar, FileTime.from(PAST));
        copyLibraries(Files.createDirectory(target.resolve("lib")));
        Files.createFile(target.resolve("built.stamp"));
        Path temporary = Files.createDirectory(root.resolve("temporary"));
        first = launch(Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary));
        Files.copy(cache, intact);
    }

    @BeforeEach
    void repair() throws IOException {
        Files.copy(intact, cache, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(jar, FileTime.from(PAST));
    }

    @Test
    void learnsAtTheFirstStartAndLeavesNothingElse() throws Exception {
        assertThat(first.status()).isZero();
        assertThat(first.err()).contains("snowgate: building (AOT cache)\n", "snowgate: built in ");
        assertThat(cache).isNotEmptyFile();
        try (Stream<Path> left = Files.list(root.resolve("temporary"))) {
            assertThat(left.filter(path -> path.toString().contains("rehearsal")))
                    .isEmpty();
        }
        try (Stream<Path> left = Files.list(cache.getParent())) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "snowgate.jar", "lib", "built.stamp", "snowgate.aot", "snowgate.aot.jdk");
        }
    }

    @Test
    void startsFromWhatItLearned() throws Exception {
        assertThat(launch(TELL_CLASSES).out()).contains(OURS_FROM_CACHE);
        assertThat(launch("").err()).isEmpty();
    }

    @Test
    void learnsNoProfilesForTheCompiler() throws Exception {
        assertThat(launch("-XX:+UnlockDiagnosticVMOptions -XX:+AOTPrintTrainingInfo")
                        .out())
                .contains("Archived TrainingData Dictionary")
                .doesNotContain(" mdo=");
    }

    @Test
    void doesWithoutWhenItIsToldTo() throws Exception {
        assertThat(launch(Map.of("SNOWGATE_AOT", "off", "SNOWGATE_JAVA_OPTS", TELL_CLASSES))
                        .out())
                .contains("io.snowgate.gateway.Main source: ")
                .doesNotContain(OURS_FROM_CACHE);
    }

    @Test
    void startsQuietlyWithHalfACache() throws Exception {
        try (FileChannel channel = FileChannel.open(cache, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }

        assertQuietAndWithoutCache("");
    }

    @Test
    void startsQuietlyWithSomethingElseInPlaceOfTheCache() throws Exception {
        Files.writeString(cache, "not a cache");

        assertQuietAndWithoutCache("");
    }

    @Test
    void startsQuietlyWithTheCacheOfAnotherJar() throws Exception {
        Files.setLastModifiedTime(jar, FileTime.from(PAST.minusSeconds(1)));

        assertQuietAndWithoutCache("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseZGC",
                "-XX:+UseCompactObjectHeaders",
                "--add-modules=jdk.httpserver",
                "-Xshare:auto",
                "-XX:AOTMode=off"
            })
    void startsQuietlyWithOptionsThatTheCacheDoesNotFit(String options) throws Exception {
        assertQuietAndWithoutCache(options);
    }

    @Test
    void saysOnRequestWhyTheCacheDoesNotFit() throws Exception {
        Files.writeString(cache, "not a cache");

        assertThat(launch("-Xlog:aot").out()).contains("[aot] ", "AOT cache");
    }

    private static void assertQuietAndWithoutCache(String options) throws Exception {
        Ended ended = launch(options);
        assertThat(ended.status()).isZero();
        assertThat(ended.out()).startsWith("snowgate ").hasLineCount(1);
        assertThat(ended.err()).isEmpty();
        assertThat(launch(options + " " + TELL_CLASSES).out()).doesNotContain(OURS_FROM_CACHE);
    }

    private static Ended launch(String options) throws IOException, InterruptedException {
        return launch(Map.of("SNOWGATE_JAVA_OPTS", options));
    }

    private static Ended launch(Map<String, String> environment) throws IOException, InterruptedException {
        Path out = Files.createTempFile(root, "out", "");
        Path err = Files.createTempFile(root, "err", "");
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("snowgate").toString(), "--version")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> all = new HashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        all.put("PATH", System.getenv("PATH"));
        builder.environment().clear();
        builder.environment().putAll(all);
        Process process = builder.start();
        boolean ended = process.waitFor(180, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("ended by itself").isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static void copyLibraries(Path lib) throws IOException {
        try (Stream<Path> libraries = Files.list(TARGET.resolve("lib"))) {
            for (Path library : libraries.toList()) {
                Files.copy(library, lib.resolve(library.getFileName()));
            }
        }
    }

    /** Older than what counts as built. */
    private static void source(String name) throws IOException {
        Files.setLastModifiedTime(Files.createFile(tree.resolve(name)), FileTime.from(PAST));
    }

    private record Ended(int status, String out, String err) {}
}
