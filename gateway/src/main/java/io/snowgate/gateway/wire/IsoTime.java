package io.snowgate.gateway.wire;

import io.netty.buffer.ByteBuf;

/**
 * Writes moments as RFC 3339 has them, in UTC to the millisecond: {@code 2026-11-21T07:06:48.123Z}. Allocates nothing;
 * any thread that owns the buffer. The day is found as in Howard Hinnant's "chrono-compatible low-level date
 * algorithms", with years that begin in March.
 */
public final class IsoTime {

    /** Of the years 1970 to 9999. */
    public static final int BYTES = 24;

    private static final int MILLIS_PER_SECOND = 1_000;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int DAYS_TO_1970 = 719_468;
    private static final int DAYS_PER_ERA = 146_097;

    private IsoTime() {}

    /** Appends the moment {@code millis} after the beginning of 1970, which must not be negative. */
    public static void write(ByteBuf out, long millis) {
        long seconds = millis / MILLIS_PER_SECOND;
        writeDay(out, (int) (seconds / SECONDS_PER_DAY) + DAYS_TO_1970);
        writeTime(out, (int) (seconds % SECONDS_PER_DAY), (int) (millis % MILLIS_PER_SECOND));
    }

    private static void writeDay(ByteBuf out, int days) {
        int era = days / DAYS_PER_ERA;
        int dayOfEra = days % DAYS_PER_ERA;
        int year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100);
        int month = (5 * dayOfYear + 2) / 153;
        int civilMonth = month < 10 ? month + 3 : month - 9;
        int civilYear = era * 400 + year + (civilMonth <= 2 ? 1 : 0);
        writeDigits(out, civilYear / 100);
        writeDigits(out, civilYear % 100);
        writeDigits(out.writeByte('-'), civilMonth);
        writeDigits(out.writeByte('-'), dayOfYear - (153 * month + 2) / 5 + 1);
    }

    private static void writeTime(ByteBuf out, int secondOfDay, int millis) {
        writeDigits(out.writeByte('T'), secondOfDay / 3_600);
        writeDigits(out.writeByte(':'), secondOfDay / 60 % 60);
        writeDigits(out.writeByte(':'), secondOfDay % 60);
        out.writeByte('.').writeByte('0' + millis / 100);
        writeDigits(out, millis % 100);
        out.writeByte('Z');
    }

    private static void writeDigits(ByteBuf out, int twoDigits) {
        out.writeByte('0' + twoDigits / 10).writeByte('0' + twoDigits % 10);
    }
}
