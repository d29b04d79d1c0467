package io.snowgate.gateway.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a document to the part that is served: {@code select} names it, {@code omit} takes members and elements out of it,
 * {@code minify} the white space between tokens.
 *
 * <p>One pass over the tokens, which say where each begins; what is kept is copied octet by octet, so that {@code 1.0},
 * {@code 1e5} and escapes stay as the source wrote them. No tree, and no recursion deeper than the longest pointer. Expects
 * what {@link JsonCheck} has found good. Told nothing, it returns the very same array. Immutable; any thread.
 */
public final class Transform {

    /** Lets through what {@link JsonCheck} does. Only a parser that keeps a table of names knows where tokens begin. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_NESTING)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private final String select;
    private final List<String> path;
    private final Omissions omissions;
    private final boolean minify;

    /** @throws IllegalArgumentException for what is no JSON Pointer; the message says what one is */
    Transform(String select, List<String> omit, boolean minify) {
        this.select = select;
        this.path = JsonPointer.parse(select);
        this.omissions = Omissions.of(omit.stream().map(JsonPointer::parse).toList());
        this.minify = minify;
    }

    /** What {@code pointer} would have to be to name the part that is served; empty when it can. */
    public static Optional<String> selectComplaint(String pointer) {
        return JsonPointer.complaint(pointer);
    }

    /** What pointers would have to be to name what is left out of that part; empty when {@code pointer} can be one. */
    public static Optional<String> omitComplaint(String pointer) {
        return pointer.isEmpty() || JsonPointer.complaint(pointer).isPresent()
                ? Optional.of("JSON Pointers such as /internal or /items/0/secret")
                : Optional.empty();
    }

    /**
     * The part of {@code json} that is served.
     *
     * @throws IOException when there is no such part; the message says so
     */
    byte[] apply(byte[] json) throws IOException {
        if (path.isEmpty() && omissions.isEmpty()) {
            return minify ? JsonText.minified(json) : json;
        }
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            descend(parser);
            Cut cut = new Cut(json, parser, minify);
            return path.isEmpty() ? cut.whole(omissions) : cut.value(omissions);
        }
    }

    /** Moves to the first token of the part that is served. */
    private void descend(JsonParser parser) throws IOException {
        for (String step : path) {
            if (!enter(parser, step)) {
                throw new IOException("select " + select + " points to nothing in the document");
            }
        }
    }

    private static boolean enter(JsonParser parser, String step) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> enterMember(parser, step);
            case START_ARRAY -> enterElement(parser, JsonPointer.index(step));
            default -> false;
        };
    }

    private static boolean enterMember(JsonParser parser, String name) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = name.equals(parser.currentName());
            parser.nextToken();
            if (found) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static boolean enterElement(JsonParser parser, int index) throws IOException {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    /** One pass over one value, which the parser stands at, copying what stays of it. */
    private static final class Cut {

        private final byte[] json;
        private final JsonParser parser;
        private final boolean minify;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        /** What stands before this is copied, or left out for good. */
        private int from;

        Cut(byte[] json, JsonParser parser, boolean minify) {
            this.json = json;
            this.parser = parser;
            this.minify = minify;
        }

        /** What stays of the value and of what stands around it. */
        byte[] whole(Omissions omissions) throws IOException {
            cut(omissions);
            return upTo(json.length);
        }

        /** What stays of the value alone. */
        byte[] value(Omissions omissions) throws IOException {
            from = tokenStart();
            return upTo(cut(omissions));
        }

        private byte[] upTo(int end) {
            copyTo(end);
            return out.toByteArray();
        }

        /** @return where the value ends */
        private int cut(Omissions omissions) throws IOException {
            if (omissions.isEmpty() || !parser.currentToken().isStructStart()) {
                return skip();
            }
            children(omissions, parser.currentToken() == JsonToken.START_ARRAY);
            return tokenStart() + 1;
        }

        /**
         * A child that goes takes a comma with it: the one before it when a sibling there stays, otherwise the one after
         * it, with all that stands up to the next sibling.
         */
        private void children(Omissions omissions, boolean array) throws IOException {
            boolean anyStays = false;
            int previousEnd = -1;
            for (int i = 0; !parser.nextToken().isStructEnd(); i++) {
                int start = tokenStart();
                String step = array ? Integer.toString(i) : nameOfMember();
                if (!anyStays && i > 0) {
                    from = start;
                }
                if (omissions.ends(step)) {
                    copyTo(anyStays ? previousEnd : start);
                    previousEnd = skip();
                    from = previousEnd;
                } else {
                    previousEnd = cut(omissions.below(step));
                    anyStays = true;
                }
            }
        }

        /** Moves on to its value. */
        private String nameOfMember() throws IOException {
            String name = parser.currentName();
            parser.nextToken();
            return name;
        }

        /** @return where the value ends */
        private int skip() throws IOException {
            if (parser.currentToken().isStructStart()) {
                parser.skipChildren();
                return tokenStart() + 1;
            }
            return JsonText.endOfScalar(json, tokenStart());
        }

        private int tokenStart() {
            return (int) parser.currentTokenLocation().getByteOffset();
        }

        private void copyTo(int to) {
            if (minify) {
                JsonText.minify(json, from, to, out);
            } else {
                out.write(json, from, to - from);
            }
            from = to;
        }
    }
}
