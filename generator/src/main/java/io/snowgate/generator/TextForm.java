package io.snowgate.generator;

import java.nio.charset.StandardCharsets;

/**
 * How an ID is written as text. {@code parse(format(id))} is {@code id} for all 2^64 of them, whatever their layout.
 *
 * <table>
 * <caption>the forms</caption>
 * <tr><th>form</th><th>characters</th><th>sorts as text like unsigned IDs</th></tr>
 * <tr><td>{@link #DECIMAL}</td><td>1..20</td><td>no</td></tr>
 * <tr><td>{@link #SIGNED}</td><td>1..20</td><td>no</td></tr>
 * <tr><td>{@link #HEX}</td><td>16</td><td>yes</td></tr>
 * <tr><td>{@link #BASE62}</td><td>11</td><td>yes, where capitals sort before small letters, as in ASCII</td></tr>
 * <tr><td>{@link #BASE32}</td><td>13</td><td>yes</td></tr>
 * </table>
 *
 * <p>Parsing takes what formatting writes, and nothing else: no sign, no leading zero that does not belong, no other
 * case. Only {@link #BASE32} is more generous, as Crockford wants it. What is refused, is refused with position and
 * reason. Any thread; {@link #write} and {@link #parse} allocate nothing.
 */
public enum TextForm {

    /** The unsigned number: {@code 175928847299117063}. */
    DECIMAL(new DecimalCodec(false)),

    /** The number as a {@code long}, negative where the highest of 64 bits is set. */
    SIGNED(new DecimalCodec(true)),

    /** Sixteen digits, small letters: {@code 0271065ac1020007}. */
    HEX(new BitsCodec(new DigitTable("hex", "0123456789abcdef"), 4)),

    /** Eleven digits, letters and capitals: compact where case is kept. */
    BASE62(new Base62Codec(new DigitTable("base62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))),

    /**
     * Thirteen digits of Crockford's alphabet, the form of TSIDs: {@code 01226N0640J7K}. Reads small letters too, and I
     * and L as 1, O as 0.
     *
     * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
     */
    BASE32(new BitsCodec(
            new DigitTable("base32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
                    .alias('I', '1')
                    .alias('L', '1')
                    .alias('O', '0')
                    .ignoringCase(),
            5));

    /** The most characters of any form. */
    public static final int MAX_LENGTH = 20;

    /** Codecs are not annotated as immutable; they are. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final IdCodec codec;

    TextForm(IdCodec codec) {
        this.codec = codec;
    }

    /** The most characters of this form; all of its IDs have as many where it sorts. */
    public int maxLength() {
        return codec.maxLength();
    }

    /** Whether every ID has the same length and texts sort like unsigned IDs. */
    public boolean keepsOrder() {
        return this == HEX || this == BASE62 || this == BASE32;
    }

    /** Writes {@code id} in ASCII from {@code offset} on, up to {@link #maxLength} bytes; returns how many. */
    public int write(long id, byte[] target, int offset) {
        return codec.write(id, target, offset);
    }

    /** The text of {@code id}. */
    public String format(long id) {
        byte[] text = new byte[codec.maxLength()];
        int length = codec.write(id, text, 0);
        return new String(text, 0, length, StandardCharsets.US_ASCII);
    }

    /**
     * The ID that is written here.
     *
     * @throws MalformedIdException with position and reason, for text that is no ID of this form
     */
    public long parse(CharSequence text) {
        return codec.parse(text);
    }

    /**
     * The form in which {@code text} seems to be written. A guess for what people paste: digits only are decimal unless
     * a leading zero and the length tell otherwise, a minus is signed, and what has letters goes by its length. Whoever
     * knows the form should say it: about one hex ID in two thousand has no letter.
     */
    public static TextForm guess(CharSequence text) {
        if (text.length() > 0 && text.charAt(0) == '-') {
            return SIGNED;
        }
        return isDecimal(text) ? DECIMAL : ofLength(text.length());
    }

    private static boolean isDecimal(CharSequence text) {
        boolean isDigits = text.chars().allMatch(character -> character >= '0' && character <= '9');
        return isDigits && (text.length() < 2 || text.charAt(0) != '0');
    }

    private static TextForm ofLength(int length) {
        return switch (length) {
            case 11 -> BASE62;
            case 13 -> BASE32;
            case 16 -> HEX;
            default -> DECIMAL;
        };
    }
}
