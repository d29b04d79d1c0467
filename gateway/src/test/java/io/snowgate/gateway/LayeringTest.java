package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order of the packages: each imports only what stands to its left. Reads the sources, so that an arrow is found
 * wherever a class is named in full, in an import, in code or in a comment.
 */
class LayeringTest {

    private static final String TOP = "top";
    private static final List<String> ORDER =
            List.of("wire", "state", "source", "http", "endpoint", "rpc", "tls", "transport", "admin", TOP);

    /** Packages that keep further away from their left than the order asks. */
    private static final Map<String, Set<String>> NARROWER =
            Map.of("http", Set.of("wire"), "tls", Set.of(), "transport", Set.of("wire", "http", "tls"));

    private static final Path GATEWAY = Path.of("src", "main", "java");
    private static final Pattern NAMED_IN_FULL =
            Pattern.compile("\\bio\\.snowgate\\.gateway((?:\\.[a-z][a-z0-9]*)*)\\.[A-Z*]");
    private static final Pattern OWN_PACKAGE = Pattern.compile("(?m)^package io\\.snowgate\\.gateway([a-z0-9.]*);");
    private static final Pattern IMPORTED = Pattern.compile("(?m)^import (?:static )?([\\w.]+)");

    /** One package names another; {@code file} is where. */
    private record Arrow(String file, String from, String to) {

        boolean pointsLeft() {
            return ORDER.contains(from) && ORDER.indexOf(to) >= 0 && mayImport(from, to);
        }

        private static boolean mayImport(String from, String to) {
            Set<String> narrow = NARROWER.get(from);
            return narrow == null ? ORDER.indexOf(to) < ORDER.indexOf(from) : narrow.contains(to);
        }

        @Override
        public String toString() {
            return file + ": " + from + " -> " + to;
        }
    }

    @Test
    void packagesImportOnlyWhatStandsToTheirLeft() {
        List<Arrow> arrows = sources(GATEWAY)
                .flatMap(file -> arrows(file, read(file)).stream())
                .toList();

        assertThat(arrows).as("arrows that were found at all").hasSizeGreaterThan(50);
        assertThat(arrows.stream().filter(arrow -> !arrow.pointsLeft()))
                .as("arrows that point to the right")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"generator", "client"})
    void needsNothingButTheJdk(String module) {
        Pattern free = Pattern.compile("(java|javax\\.net|org\\.jspecify|io\\.snowgate\\." + module + ")\\..*");
        List<String> imports = sources(Path.of("..", module, "src", "main", "java"))
                .flatMap(file -> IMPORTED.matcher(read(file)).results().map(found -> file + ": " + found.group(1)))
                .toList();

        assertThat(imports).as("imports that were found at all").isNotEmpty();
        assertThat(imports)
                .allMatch(line ->
                        free.matcher(line.substring(line.indexOf(": ") + 2)).matches());
    }

    @Test
    void onlyEndpointsAndTheTopKnowTheCluster() {
        List<String> packages = sources(GATEWAY)
                .map(LayeringTest::read)
                .filter(text -> text.contains("io.snowgate.cluster."))
                .map(text -> packageOf(only(OWN_PACKAGE.matcher(text))))
                .distinct()
                .toList();

        assertThat(packages).containsExactlyInAnyOrder("endpoint", TOP);
    }

    @Test
    void nobodyOutsideOfTheClusterKnowsWhatItIsMadeOf() {
        assertThat(sources(GATEWAY).filter(file -> read(file).contains("org.apache.ratis.")))
                .isEmpty();
    }

    @Test
    void seesArrowsInImportsAndInCode() {
        String text = """
                package io.snowgate.gateway.http;
                import static io.snowgate.gateway.state.Ticks.ofSeconds;
                import io.snowgate.gateway.endpoint.*;
                import io.snowgate.gateway.Main;
                class A { io.snowgate.gateway.http.Router router; io.snowgate.gateway.cellar.Rat rat; }
                """;

        assertThat(arrows(Path.of("A.java"), text))
                .filteredOn(arrow -> !arrow.pointsLeft())
                .extracting(Arrow::to)
                .containsExactly("state", "endpoint", TOP, "cellar");
    }

    /** All but those within a package. */
    private static List<Arrow> arrows(Path file, String text) {
        String from = packageOf(only(OWN_PACKAGE.matcher(text)));
        List<Arrow> arrows = new ArrayList<>();
        NAMED_IN_FULL
                .matcher(text)
                .results()
                .map(found -> new Arrow(file.toString(), from, packageOf(found.group(1))))
                .filter(arrow -> !arrow.to().equals(from))
                .forEach(arrows::add);
        return arrows;
    }

    private static String only(Matcher matcher) {
        assertThat(matcher.find()).as("has a package of ours").isTrue();
        return matcher.group(1);
    }

    private static String packageOf(String suffix) {
        return suffix.isEmpty() ? TOP : suffix.substring(1);
    }

    private static Stream<Path> sources(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
