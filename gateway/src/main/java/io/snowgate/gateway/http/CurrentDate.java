package io.snowgate.gateway.http;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.HttpDate;
import io.snowgate.generator.EpochClock;

/**
 * The value of the {@code Date} field, rendered once a second by whichever thread notices first. Any thread; one clock
 * reading a call.
 */
public final class CurrentDate {

    private static final long SECOND_MILLIS = 1_000;

    private final EpochClock clock;
    private volatile Rendered rendered = new Rendered(Long.MIN_VALUE, AsciiString.EMPTY_STRING);

    public CurrentDate(EpochClock clock) {
        this.clock = clock;
    }

    AsciiString value() {
        long second = Math.floorDiv(clock.epochMillis(), SECOND_MILLIS);
        Rendered last = rendered;
        return last.second == second ? last.text : render(second);
    }

    private AsciiString render(long second) {
        AsciiString text = HttpDate.of(second * SECOND_MILLIS);
        rendered = new Rendered(second, text);
        return text;
    }

    private record Rendered(long second, AsciiString text) {}
}
