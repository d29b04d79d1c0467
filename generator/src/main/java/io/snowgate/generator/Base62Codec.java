package io.snowgate.generator;

/** Eleven digits of base 62, the fewest that hold 64 bits, leading zeros written. */
final class Base62Codec implements IdCodec {

    private static final int RADIX = 62;
    private static final int LENGTH = 11;

    private final DigitTable table;

    Base62Codec(DigitTable table) {
        this.table = table;
    }

    @Override
    public int maxLength() {
        return LENGTH;
    }

    /** Only the first division is of an unsigned number. */
    @Override
    public int write(long id, byte[] target, int offset) {
        int last = offset + LENGTH - 1;
        long rest = Long.divideUnsigned(id, RADIX);
        target[last] = table.character((int) (id - rest * RADIX));
        for (int at = last - 1; at >= offset; at--) {
            long quotient = rest / RADIX;
            target[at] = table.character((int) (rest - quotient * RADIX));
            rest = quotient;
        }
        return LENGTH;
    }

    @Override
    public long parse(CharSequence text) {
        table.requireLength(text, LENGTH);
        long upper = 0;
        for (int i = 0; i < LENGTH - 1; i++) {
            upper = upper * RADIX + table.digit(text, i);
        }
        int last = table.digit(text, LENGTH - 1);
        if (exceeds(upper, last)) {
            throw table.tooHigh(firstBeyond(text));
        }
        return upper * RADIX + last;
    }

    /** Ten digits are below 2^60, so that only the last one can be too much. */
    private static boolean exceeds(long upper, int last) {
        long most = Long.divideUnsigned(-1L, RADIX);
        return upper > most || (upper == most && last > Long.remainderUnsigned(-1L, RADIX));
    }

    private int firstBeyond(CharSequence text) {
        byte[] highest = new byte[LENGTH];
        write(-1L, highest, 0);
        int i = 0;
        while (text.charAt(i) == highest[i]) {
            i++;
        }
        return i;
    }
}
