package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents by chance, written with white space by chance, against a reference that does have a tree. The seed is the name
 * of the case.
 */
class TransformPropertyTest {

    private static final int DOCUMENTS = 400;
    private static final List<String> NAMES = List.of("a", "b", "", "a/b", "m~n", "0", "1", "é", "\\\"");
    private static final List<String> SCALARS =
            List.of("1.0", "1e5", "-0.0E-07", "true", "null", "\"\"", "\"x \\\" , } ]\"", "\"\\u00e9\\n\"", "\"€\"");

    /** Members in their order; a list is an array, a text a scalar as it is written. */
    private record Node(Object value) {}

    static LongStream seeds() {
        return new SplittableRandom().longs(4);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void doesWhatATreeWouldHaveDone(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < DOCUMENTS; i++) {
            Node root = node(random, 4);
            byte[] written = written(root, random).getBytes(UTF_8);
            List<List<String>> paths = new ArrayList<>();
            collect(root, List.of(), paths);
            List<String> select = paths.get(random.nextInt(paths.size()));
            Node part = at(root, select);
            List<List<String>> below = new ArrayList<>();
            collect(part, List.of(), below);
            List<List<String>> omit = below.stream()
                    .skip(1)
                    .filter(path -> random.nextInt(4) == 0)
                    .toList();
            List<String> pointers =
                    omit.stream().map(TransformPropertyTest::pointer).toList();

            String minified = new String(new Transform(pointer(select), pointers, true).apply(written), UTF_8);
            byte[] plain = new Transform(pointer(select), pointers, false).apply(written);

            String expected = text(without(part, List.of(), omit));
            assertThat(minified)
                    .as("%s of %s", pointers, new String(written, UTF_8))
                    .isEqualTo(expected);
            assertThat(JsonCheck.fault(plain)).isNull();
            assertThat(new String(JsonText.minified(plain), UTF_8)).isEqualTo(expected);
        }
    }

    private static Node node(SplittableRandom random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        if (kind < 2) {
            return new Node(SCALARS.get(random.nextInt(SCALARS.size())));
        }
        int size = random.nextInt(5);
        if (kind == 2) {
            List<Node> elements = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                elements.add(node(random, depth - 1));
            }
            return new Node(elements);
        }
        Map<String, Node> members = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            members.put(NAMES.get(random.nextInt(NAMES.size())), node(random, depth - 1));
        }
        return new Node(members);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Node> children(Node node) {
        if (node.value() instanceof List<?> elements) {
            Map<String, Node> numbered = new LinkedHashMap<>();
            for (int i = 0; i < elements.size(); i++) {
                numbered.put(Integer.toString(i), (Node) elements.get(i));
            }
            return numbered;
        }
        return node.value() instanceof Map<?, ?> members ? (Map<String, Node>) members : Map.of();
    }

    private static void collect(Node node, List<String> path, List<List<String>> into) {
        into.add(path);
        children(node).forEach((step, child) -> collect(child, plus(path, step), into));
    }

    private static Node at(Node node, List<String> path) {
        Node at = node;
        for (String step : path) {
            at = Objects.requireNonNull(children(at).get(step));
        }
        return at;
    }

    private static Node without(Node node, List<String> path, List<List<String>> omit) {
        Map<String, Node> kept = new LinkedHashMap<>();
        children(node).forEach((step, child) -> {
            if (!omit.contains(plus(path, step))) {
                kept.put(step, without(child, plus(path, step), omit));
            }
        });
        if (node.value() instanceof List<?>) {
            return new Node(List.copyOf(kept.values()));
        }
        return node.value() instanceof Map<?, ?> ? new Node(kept) : node;
    }

    private static String text(Node node) {
        return written(node, null);
    }

    private static String written(Node node, @Nullable SplittableRandom random) {
        StringBuilder out = new StringBuilder(space(random));
        if (node.value() instanceof String scalar) {
            out.append(scalar);
        } else {
            boolean array = node.value() instanceof List<?>;
            out.append(array ? '[' : '{').append(children(node).isEmpty() ? space(random) : "");
            String separator = "";
            for (Map.Entry<String, Node> child : children(node).entrySet()) {
                out.append(separator);
                if (!array) {
                    out.append(space(random))
                            .append('"')
                            .append(child.getKey())
                            .append('"')
                            .append(space(random));
                    out.append(':');
                }
                out.append(written(child.getValue(), random));
                separator = ",";
            }
            out.append(array ? ']' : '}');
        }
        return out.append(space(random)).toString();
    }

    private static String space(@Nullable SplittableRandom random) {
        return random == null ? "" : " \n\t\r".substring(4 - random.nextInt(5)).repeat(random.nextInt(2));
    }

    private static List<String> plus(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    /** One name is written with an escape; a pointer names what it means. */
    private static String pointer(List<String> path) {
        StringBuilder out = new StringBuilder();
        for (String step : path) {
            String name = step.equals("\\\"") ? "\"" : step;
            out.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return out.toString();
    }
}
