package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransformTest {

    private static final String ODD = """
            { "a" : [ 1.0 , 1e5, -0, 0.10 , "\\u00e9\\/\\"]}" ] ,\r
              "tag\\u0020": { "in\\tner" : null , "x" : {} } ,\t"b":"ü€😀" }
            """;

    @Test
    void toldNothingItReturnsTheVeryArray() throws IOException {
        byte[] json = ODD.getBytes(UTF_8);
        assertThat(new Transform("", List.of(), false).apply(json)).isSameAs(json);
    }

    @Test
    void minifyTakesOutWhiteSpaceBetweenTokensAndNothingElse() throws IOException {
        assertThat(minified(ODD)).isEqualTo("""
                {"a":[1.0,1e5,-0,0.10,"\\u00e9\\/\\"]}"],"tag\\u0020":{"in\\tner":null,"x":{}},"b":"ü€😀"}""");
        assertThat(minified(" \"a b\\\\\" ")).isEqualTo("\"a b\\\\\"");
        assertThat(minified("\n12.50 ")).isEqualTo("12.50");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    /a         ~ [ 1.0 , 1e5, -0, 0.10 , "\\u00e9\\/\\"]}" ]
                    /a/0       ~ 1.0
                    /a/1       ~ 1e5
                    /a/2       ~ -0
                    /a/4       ~ "\\u00e9\\/\\"]}"
                    /tag /x    ~ {}
                    /b         ~ "ü€😀"
                    """)
    void selectServesTheOctetsOfThePartItNames(String pointer, String part) throws IOException {
        assertThat(transformed(ODD, pointer, List.of(), false)).isEqualTo(part);
    }

    @Test
    void selectKnowsEscapesOfPointersAndOfNames() throws IOException {
        String json = "{\"a/b\":1,\"m~n\":2,\"\":3,\"~1\":4,\"\\u00e9\":5,\"in\\tner\":6}";
        assertThat(select(json, "/a~1b")).isEqualTo("1");
        assertThat(select(json, "/m~0n")).isEqualTo("2");
        assertThat(select(json, "/")).isEqualTo("3");
        assertThat(select(json, "/~01")).isEqualTo("4");
        assertThat(select(json, "/é")).isEqualTo("5");
        assertThat(select(json, "/in\tner")).isEqualTo("6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/c", "/a/5", "/a/-", "/a/00", "/a/+1", "/a/x", "/a/4294967296", "/b/x", "/a/0/0", "/tag"})
    void selectThatPointsToNothingIsAFailureThatSaysSo(String pointer) {
        assertThatIOException()
                .isThrownBy(() -> transformed(ODD, pointer, List.of(), false))
                .withMessage("select " + pointer + " points to nothing in the document");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    /a      ~ { "b" : 2 , "c" : 3 }
                    /b      ~ { "a" : 1 , "c" : 3 }
                    /c      ~ { "a" : 1 , "b" : 2 }
                    /a /b   ~ { "c" : 3 }
                    /b /c   ~ { "a" : 1 }
                    /a /c   ~ { "b" : 2 }
                    /a /b /c ~ {  }
                    /x /a/b ~ { "a" : 1 , "b" : 2 , "c" : 3 }
                    """)
    void omitTakesTheCommaOfAMemberWithIt(String pointers, String left) throws IOException {
        assertThat(transformed("{ \"a\" : 1 , \"b\" : 2 , \"c\" : 3 }", "", List.of(pointers.split(" ")), false))
                .isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    /0       ~ [[2],{"x":3}]
                    /1       ~ [1,{"x":3}]
                    /2       ~ [1,[2]]
                    /0 /1 /2 ~ []
                    /1/0 /2/x ~ [1,[],{}]
                    """)
    void omitCountsElementsAsTheyWereBefore(String pointers, String left) throws IOException {
        assertThat(transformed("[1, [2], {\"x\": 3}]", "", List.of(pointers.split(" ")), true))
                .isEqualTo(left);
    }

    @Test
    void omitLooksBelowThePartThatIsSelected() throws IOException {
        String json = "{\"internal\":1,\"public\":{\"internal\":2,\"v\":1.0,\"rows\":[{\"id\":7,\"n\":1e5}]},\"z\":0}";
        assertThat(transformed(json, "/public", List.of("/internal", "/rows/0/id"), false))
                .isEqualTo("{\"v\":1.0,\"rows\":[{\"n\":1e5}]}");
    }

    @Test
    void omittingAPartAndSomethingInsideItIsOmittingThePart() throws IOException {
        assertThat(transformed("{\"a\":{\"b\":1},\"c\":2}", "", List.of("/a", "/a/b"), false))
                .isEqualTo("{\"c\":2}");
        assertThat(transformed("{\"a\":{\"b\":1},\"c\":2}", "", List.of("/a/b", "/a"), false))
                .isEqualTo("{\"c\":2}");
    }

    @Test
    void keepsWhiteSpaceAroundWhatStays() throws IOException {
        assertThat(transformed("\n{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n", "", List.of("/b"), false))
                .isEqualTo("\n{\n  \"a\": 1,\n  \"c\": 3\n}\n");
        assertThat(transformed("{\n  \"a\": 1,\n  \"b\": 2\n}", "", List.of("/a"), false))
                .isEqualTo("{\n  \"b\": 2\n}");
        assertThat(transformed("{\n  \"a\": 1,\n  \"b\": 2\n}", "", List.of("/b"), false))
                .isEqualTo("{\n  \"a\": 1\n}");
    }

    @Test
    void reachesTheDeepestPlaceThatACheckedDocumentHas() throws IOException {
        int depth = JsonCheck.MAX_NESTING - 1;
        String json = "[".repeat(depth) + "{\"x\":1,\"y\":2}" + "]".repeat(depth);
        assertThat(transformed(json, "", List.of("/0".repeat(depth) + "/x"), false))
                .isEqualTo("[".repeat(depth) + "{\"y\":2}" + "]".repeat(depth));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "#/a", "/a~", "/~2", "/a~~0", " /a"})
    void refusesWhatIsNoPointer(String pointer) {
        assertThat(Transform.selectComplaint(pointer))
                .hasValueSatisfying(allowed -> assertThat(allowed).startsWith("empty or a JSON Pointer such as /"));
        assertThat(Transform.omitComplaint(pointer)).isPresent();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Transform(pointer, List.of(), false))
                .withMessageEndingWith(": " + pointer);
    }

    @Test
    void acceptsEveryPointer() {
        assertThat(List.of("", "/", "/a", "/a~1b/~0/0", "/ ", "/é//", "/a".repeat(5_000)))
                .allMatch(pointer -> Transform.selectComplaint(pointer).isEmpty());
    }

    @Test
    void refusesToOmitEverything() {
        assertThat(Transform.omitComplaint("")).isPresent();
        assertThat(Transform.omitComplaint("/")).isEmpty();
    }

    private static String minified(String json) throws IOException {
        return transformed(json, "", List.of(), true);
    }

    private static String select(String json, String pointer) throws IOException {
        return transformed(json, pointer, List.of(), false);
    }

    private static String transformed(String json, String select, List<String> omit, boolean minify)
            throws IOException {
        assertThat(JsonCheck.fault(json.getBytes(UTF_8))).isNull();
        byte[] out = new Transform(select, omit, minify).apply(json.getBytes(UTF_8));
        assertThat(JsonCheck.fault(out)).isNull();
        return new String(out, UTF_8);
    }
}
