package io.snowgate.gateway;

import io.snowgate.generator.SnowflakeLayout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The layout of IDs: a preset by its name, and what {@code snowgate.snowflake} overrides in it. */
final class ConfigLayout {

    private static final String PRESET = "preset";
    private static final int MAX_BITS = Long.SIZE;
    private static final long LAST_MILLIS_OF_YEAR_9999 = 253_402_300_799_999L;

    private final ConfigReader reader;

    ConfigLayout(ConfigReader reader) {
        this.reader = reader;
    }

    String name() {
        return reader.text("snowflake.layout");
    }

    SnowflakeLayout layout() throws ConfigFailure {
        SnowflakeLayout preset = preset();
        int timeBits = bits("time", 1, 62, preset.timeBits());
        int workerBits = bits("worker", 0, 31, preset.workerIdBits());
        int sequenceBits = bits("sequence", 0, 31, preset.sequenceBits());
        int datacenterBits = workerBits == preset.workerIdBits() ? preset.datacenterBits() : 0;
        requireRoomFor(timeBits, workerBits, sequenceBits);
        long epochMillis = reader.numberUnless(PRESET, "snowflake.epoch-millis", 0, LAST_MILLIS_OF_YEAR_9999)
                .orElse(preset.epochMillis());
        Duration tick =
                reader.durationUnless(PRESET, "snowflake.tick", "1ms", "60s").orElse(preset.tick());
        try {
            return new SnowflakeLayout(timeBits, datacenterBits, workerBits - datacenterBits, sequenceBits, epochMillis)
                    .withTick(tick)
                    .withOrder(preset.order());
        } catch (IllegalArgumentException e) {
            throw new ConfigFailure("snowgate.snowflake: " + e.getMessage());
        }
    }

    private SnowflakeLayout preset() throws ConfigFailure {
        List<String> names = SnowflakeLayout.names();
        reader.require("snowflake.layout", names.contains(name()), name(), String.join(" or ", names));
        return SnowflakeLayout.named(name());
    }

    private int bits(String field, int min, int max, int ofPreset) throws ConfigFailure {
        Optional<Long> bits = reader.numberUnless(PRESET, "snowflake." + field + "-bits", min, max);
        return bits.map(Long::intValue).orElse(ofPreset);
    }

    private void requireRoomFor(int timeBits, int workerBits, int sequenceBits) throws ConfigFailure {
        int sum = timeBits + workerBits + sequenceBits;
        if (sum > MAX_BITS) {
            throw new ConfigFailure(("snowgate.snowflake.time-bits + worker-bits + sequence-bits must be at most %d:"
                            + " %d + %d + %d = %d (from %s, %s, %s)")
                    .formatted(
                            MAX_BITS,
                            timeBits,
                            workerBits,
                            sequenceBits,
                            sum,
                            reader.place("snowflake.time-bits"),
                            reader.place("snowflake.worker-bits"),
                            reader.place("snowflake.sequence-bits")));
        }
    }
}
