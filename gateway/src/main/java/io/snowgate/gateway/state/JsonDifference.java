package io.snowgate.gateway.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.flipkart.zjsonpatch.DiffFlags;
import com.flipkart.zjsonpatch.JsonDiff;
import com.flipkart.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * What leads from one document to another as a JSON Patch
 * (<a href="https://www.rfc-editor.org/rfc/rfc6902">RFC 6902</a>). Any thread; some milliseconds for a usual document.
 */
final class JsonDifference {

    /** The search for what two arrays have in common is the length times the changes: longer documents are sent whole. */
    static final int MAX_BYTES = 128 << 10;

    /** Numbers as they are written; depth and lengths were checked when the document came in. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(JsonCheck.MAX_NESTING)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build());
    }

    private static final EnumSet<DiffFlags> FLAGS =
            EnumSet.of(DiffFlags.OMIT_VALUE_ON_REMOVE, DiffFlags.OMIT_COPY_OPERATION, DiffFlags.OMIT_MOVE_OPERATION);

    private JsonDifference() {}

    /** The patch; null when it would not be shorter than {@code to}, or would not lead there digit for digit. */
    static byte @Nullable [] between(byte[] from, byte[] to) {
        if (Math.max(from.length, to.length) > MAX_BYTES) {
            return null;
        }
        try {
            JsonNode source = JSON.readTree(from);
            JsonNode target = JSON.readTree(to);
            JsonNode patch = JsonDiff.asJson(source, target, FLAGS);
            byte[] bytes = JSON.writeValueAsBytes(patch);
            return bytes.length < to.length && leads(source, patch, target) ? bytes : null;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a published document is JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /** 1.0 and 1.00 are equal to who makes the patch, and not to who reads the document. */
    private static boolean leads(JsonNode source, JsonNode patch, JsonNode target) {
        return JsonPatch.apply(patch, source).equals(DIGIT_FOR_DIGIT, target);
    }

    private static final Comparator<JsonNode> DIGIT_FOR_DIGIT = (one, other) -> sameDigits(one, other) ? 0 : 1;

    private static boolean sameDigits(JsonNode one, JsonNode other) {
        return one.equals(other) && (!one.isBigDecimal() || scale(one) == scale(other));
    }

    private static int scale(JsonNode number) {
        return number.decimalValue().scale();
    }
}
