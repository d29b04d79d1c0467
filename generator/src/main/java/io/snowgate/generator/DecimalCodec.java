package io.snowgate.generator;

/**
 * Decimal digits without leading zeros: of the unsigned number, 0 to 18446744073709551615, or of the signed one with a
 * minus where it is negative.
 */
final class DecimalCodec implements IdCodec {

    private static final String FORM = "decimal";
    private static final int MAX_DIGITS = 20;

    private final boolean isSigned;

    DecimalCodec(boolean isSigned) {
        this.isSigned = isSigned;
    }

    @Override
    public int maxLength() {
        return MAX_DIGITS;
    }

    @Override
    public int write(long id, byte[] target, int offset) {
        if (!isSigned || id >= 0) {
            return writeDigits(id, target, offset);
        }
        target[offset] = '-';
        return 1 + writeDigits(-id, target, offset + 1);
    }

    @Override
    public long parse(CharSequence text) {
        boolean isNegative = isSigned && text.length() > 0 && text.charAt(0) == '-';
        int from = isNegative ? 1 : 0;
        requireDigits(text, from, isNegative);
        long number = digits(text, from);
        return isSigned ? signed(number, isNegative, text.length()) : number;
    }

    private static int writeDigits(long number, byte[] target, int offset) {
        int length = lengthOf(number);
        long rest = number;
        for (int at = offset + length - 1; at >= offset; at--) {
            long quotient = tenth(rest);
            target[at] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        }
        return length;
    }

    private static int lengthOf(long number) {
        int length = 1;
        for (long rest = tenth(number); rest != 0; rest = tenth(rest)) {
            length++;
        }
        return length;
    }

    /** Of the unsigned number, by the division that the processor does fastest. */
    private static long tenth(long number) {
        return number >= 0 ? number / 10 : ((number >>> 1) / 5);
    }

    private static void requireDigits(CharSequence text, int from, boolean isNegative) {
        if (text.length() == from || text.length() - from > MAX_DIGITS) {
            throw MalformedIdException.length(FORM, text.length(), "1.." + (MAX_DIGITS + from));
        }
        boolean hasLeadingZero = text.charAt(from) == '0' && text.length() > from + 1;
        boolean isMinusZero = isNegative && text.charAt(from) == '0';
        if (hasLeadingZero || isMinusZero) {
            throw MalformedIdException.character(FORM, '0', from);
        }
    }

    private static long digits(CharSequence text, int from) {
        long number = 0;
        for (int i = from; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw MalformedIdException.character(FORM, text.charAt(i), i);
            }
            if (exceeds(number, digit)) {
                throw MalformedIdException.range(FORM, i, "0..18446744073709551615");
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Whether another digit makes more than 2^64-1, which ends with a 5. */
    private static boolean exceeds(long number, int digit) {
        long most = tenth(-1L);
        int order = Long.compareUnsigned(number, most);
        return order > 0 || (order == 0 && digit > 5);
    }

    private static long signed(long number, boolean isNegative, int length) {
        long signed = isNegative ? -number : number;
        if (isNegative != (signed < 0)) {
            throw MalformedIdException.range(FORM, length - 1, "-9223372036854775808..9223372036854775807");
        }
        return signed;
    }
}
