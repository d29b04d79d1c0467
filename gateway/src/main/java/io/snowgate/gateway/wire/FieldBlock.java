package io.snowgate.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;

/**
 * Header fields, frozen, in the two shapes the wires need: name and value by turns (HTTP/2 and 3 encode those), and the
 * octets of HTTP/1.1, each field ended by CR LF. Names are lower case, which every version accepts. Any thread.
 */
public final class FieldBlock {

    /** No field. */
    public static final FieldBlock NONE = of();

    private static final AsciiString SEPARATOR = AsciiString.cached(": ");
    private static final AsciiString END = AsciiString.cached("\r\n");

    private final AsciiString[] pairs;
    private final byte[] octets;

    private FieldBlock(AsciiString[] pairs) {
        this.pairs = pairs;
        this.octets = octets(pairs);
    }

    /**
     * Fields from names and values by turns.
     *
     * @throws IllegalArgumentException when the count is odd, a name is not a lower case token, or a value carries what
     *     would break out of its line
     */
    public static FieldBlock of(CharSequence... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value: " + List.of(namesAndValues));
        }
        AsciiString[] pairs = new AsciiString[namesAndValues.length];
        for (int i = 0; i < pairs.length; i++) {
            CharSequence part = namesAndValues[i];
            pairs[i] = AsciiString.of(i % 2 == 0 ? requireToken(part) : requireOneLine(part));
        }
        return new FieldBlock(pairs);
    }

    /** These fields, then {@code others}. */
    public FieldBlock and(FieldBlock others) {
        List<AsciiString> both = new ArrayList<>(List.of(pairs));
        both.addAll(List.of(others.pairs));
        return new FieldBlock(both.toArray(AsciiString[]::new));
    }

    /** These fields, then one more. */
    public FieldBlock and(CharSequence name, CharSequence value) {
        return and(of(name, value));
    }

    /** How many fields there are. */
    public int size() {
        return pairs.length / 2;
    }

    /** The name of field {@code index}, 0 to {@link #size()} exclusive. */
    public AsciiString name(int index) {
        return pairs[2 * index];
    }

    /** The value of field {@code index}, 0 to {@link #size()} exclusive. */
    public AsciiString value(int index) {
        return pairs[2 * index + 1];
    }

    /** Copies names and values by turns into {@code target} from {@code index} on; answers the index behind them. */
    public int copyTo(AsciiString[] target, int index) {
        System.arraycopy(pairs, 0, target, index, pairs.length);
        return index + pairs.length;
    }

    /** Length of what {@link #writeTo} appends, in octets. */
    public int sizeBytes() {
        return octets.length;
    }

    /** Appends the fields as HTTP/1.1 writes them. One copy, no allocation. */
    public void writeTo(ByteBuf out) {
        out.writeBytes(octets);
    }

    /** RFC 9110, 5.6.2, without upper case, which HTTP/2 refuses. */
    private static CharSequence requireToken(CharSequence name) {
        boolean token = !name.isEmpty();
        for (int i = 0; token && i < name.length(); i++) {
            char c = name.charAt(i);
            token = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
        if (!token) {
            throw new IllegalArgumentException("not for the name of a header field: " + name);
        }
        return name;
    }

    private static CharSequence requireOneLine(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c >= 0x7f) {
                throw new IllegalArgumentException("not for a header field, at " + i + ": " + text);
            }
        }
        return text;
    }

    private static byte[] octets(AsciiString[] pairs) {
        int length = 0;
        for (AsciiString part : pairs) {
            length += part.length() + 2;
        }
        byte[] octets = new byte[length];
        int position = 0;
        for (int i = 0; i < pairs.length; i++) {
            position = put(pairs[i], octets, position);
            position = put(i % 2 == 0 ? SEPARATOR : END, octets, position);
        }
        return octets;
    }

    private static int put(AsciiString from, byte[] to, int position) {
        from.copy(0, to, position, from.length());
        return position + from.length();
    }
}
