package io.snowgate.gateway.state;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with bytes that should be one JSON value, as RFC 8259 has it: UTF-8 without a byte order mark, no
 * NaN, nothing behind the value. Stricter where the RFC only warns: no name twice in one object. Reads through, never
 * builds a tree, never recurses. Any thread.
 */
final class JsonCheck {

    /** Deep enough for any document, shallow enough for any browser that parses by recursion. */
    static final int MAX_NESTING = 512;

    private static final int MAX_TOKEN_CHARS = 40;
    private static final int MAX_MESSAGE_CHARS = 100;
    private static final int DECODE_CHARS = 8192;

    /**
     * The length of names, numbers and strings is left to the limit on the document. Names are not interned: a name table
     * that outlives the document is a place to grow.
     */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .errorReportConfiguration(ErrorReportConfiguration.builder()
                    .maxErrorTokenLength(MAX_TOKEN_CHARS)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private JsonCheck() {}

    /** What is wrong with {@code bytes} and where, short and in one line; null when nothing is. */
    static @Nullable String fault(byte[] bytes) {
        String fault = encodingFault(bytes);
        return fault == null ? syntaxFault(bytes) : fault;
    }

    private static @Nullable String encodingFault(byte[] bytes) {
        String other = otherEncoding(bytes);
        if (other != null) {
            return "encoded as " + other + ", must be UTF-8 without a byte order mark";
        }
        int valid = validUtf8Bytes(bytes);
        return valid == bytes.length ? null : "not UTF-8 at byte " + valid;
    }

    /** By byte order mark, or by the zeros that the first two characters of any JSON would have. */
    private static @Nullable String otherEncoding(byte[] bytes) {
        if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
            return "UTF-8 with a byte order mark";
        }
        if (startsWith(bytes, 0, 0, 0xfe, 0xff) || startsWith(bytes, 0xff, 0xfe, 0, 0) || isZeroAt(bytes, 1, 2)) {
            return "UTF-32";
        }
        if (startsWith(bytes, 0xfe, 0xff)
                || startsWith(bytes, 0xff, 0xfe)
                || isZeroAt(bytes, 0)
                || isZeroAt(bytes, 1)) {
            return "UTF-16";
        }
        return null;
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        boolean equal = bytes.length >= prefix.length;
        for (int i = 0; equal && i < prefix.length; i++) {
            equal = bytes[i] == (byte) prefix[i];
        }
        return equal;
    }

    private static boolean isZeroAt(byte[] bytes, int... positions) {
        for (int position : positions) {
            if (position >= bytes.length || bytes[position] != 0) {
                return false;
            }
        }
        return true;
    }

    /** How many bytes there are before the first that is not UTF-8. */
    private static int validUtf8Bytes(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(DECODE_CHARS);
        while (decoder.decode(in, out.clear(), true).isOverflow()) {}
        return in.position();
    }

    private static @Nullable String syntaxFault(byte[] bytes) {
        try (JsonParser parser = JSON.createParser(bytes)) {
            return syntaxFault(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static @Nullable String syntaxFault(JsonParser parser) throws IOException {
        try {
            return valuesFault(parser);
        } catch (JsonProcessingException e) {
            return position(e.getLocation() == null ? parser.currentLocation() : e.getLocation())
                    + shorten(e.getOriginalMessage());
        }
    }

    private static @Nullable String valuesFault(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            return "empty";
        }
        parser.skipChildren();
        return parser.nextToken() == null ? null : position(parser.currentTokenLocation()) + "more than one value";
    }

    private static String position(JsonLocation at) {
        return "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
    }

    /** One line, no control characters, and no more of the document than names the place. */
    private static String shorten(String message) {
        String line = message.replaceAll("[^\\x20-\\x7e]+", "?").replaceAll(" \\(start marker at .*", "");
        return line.length() <= MAX_MESSAGE_CHARS ? line : line.substring(0, MAX_MESSAGE_CHARS) + "...";
    }
}
