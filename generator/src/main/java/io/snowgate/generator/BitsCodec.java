package io.snowgate.generator;

/** As many digits as 64 bits need, each of the same number of bits, leading zeros written: hex and Crockford's base32. */
final class BitsCodec implements IdCodec {

    private final DigitTable table;
    private final int digitBits;
    private final int length;

    BitsCodec(DigitTable table, int digitBits) {
        this.table = table;
        this.digitBits = digitBits;
        this.length = (Long.SIZE + digitBits - 1) / digitBits;
    }

    @Override
    public int maxLength() {
        return length;
    }

    @Override
    public int write(long id, byte[] target, int offset) {
        int mask = (1 << digitBits) - 1;
        long rest = id;
        for (int at = offset + length - 1; at >= offset; at--) {
            target[at] = table.character((int) rest & mask);
            rest >>>= digitBits;
        }
        return length;
    }

    @Override
    public long parse(CharSequence text) {
        table.requireLength(text, length);
        long id = table.digit(text, 0);
        if (id >>> (Long.SIZE - (length - 1) * digitBits) != 0) {
            throw table.tooHigh(0);
        }
        for (int i = 1; i < length; i++) {
            id = (id << digitBits) | table.digit(text, i);
        }
        return id;
    }
}
