package io.snowgate.gateway.wire;

import io.netty.buffer.ByteBuf;

/** Writes unsigned 64-bit numbers as decimal digits. Allocates nothing; any thread that owns the buffer. */
public final class Decimal {

    /** Digits of 2^64-1. */
    public static final int MAX_DIGITS = 20;

    private Decimal() {}

    /** How many digits {@code value} has when read as unsigned: 1..20. */
    public static int digits(long value) {
        if (value < 0) {
            return Long.compareUnsigned(value, MAX_POWER) >= 0 ? MAX_DIGITS : MAX_DIGITS - 1;
        }
        int digits = 1;
        for (long power = 10; digits < MAX_DIGITS - 1 && value >= power; power *= 10) {
            digits++;
        }
        return digits;
    }

    /** Appends {@code value}, read as unsigned, to {@code out}. */
    public static void write(ByteBuf out, long value) {
        int digits = digits(value);
        out.ensureWritable(digits);
        int start = out.writerIndex();
        long rest = value;
        int position = start + digits;
        if (rest < 0) {
            out.setByte(--position, (byte) ('0' + Long.remainderUnsigned(rest, 10)));
            rest = Long.divideUnsigned(rest, 10);
        }
        do {
            out.setByte(--position, (byte) ('0' + rest % 10));
            rest /= 10;
        } while (position > start);
        out.writerIndex(start + digits);
    }

    private static final long MAX_POWER = Long.parseUnsignedLong("10000000000000000000");
}
