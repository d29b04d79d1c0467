package io.snowgate.gateway.endpoint;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.Snowflake;
import io.snowgate.generator.SnowflakeLayout;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What an ID says, for people and programs: the same over HTTP and on the command line.
 *
 * @param id the unsigned number
 * @param time ISO-8601 in UTC, with milliseconds
 * @param workerId datacenter and worker together
 * @param ageMillis since it was issued; negative when it is of the future
 * @param fields of its layout, from the highest bit to the lowest
 */
public record DecodedId(
        String id,
        String time,
        long epochMillis,
        int workerId,
        int datacenter,
        int worker,
        int sequence,
        long ageMillis,
        List<Field> fields) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** A part of an ID, and how many bits it takes. */
    public record Field(String name, int bits) {

        private String toJson() {
            return "{\"name\":\"" + name + "\",\"bits\":" + bits + "}";
        }
    }

    public static DecodedId of(Snowflake id, EpochClock clock) {
        return new DecodedId(
                id.toString(),
                TIME.format(Instant.ofEpochMilli(id.epochMillis())),
                id.epochMillis(),
                id.workerId(),
                id.datacenter(),
                id.worker(),
                id.sequence(),
                id.age(clock).toMillis(),
                fields(id.layout()));
    }

    private static List<Field> fields(SnowflakeLayout layout) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("time", layout.timeBits()));
        for (String name : layout.order().name().toLowerCase(Locale.ROOT).split("_", -1)) {
            fields.add(new Field(name, bits(layout, name)));
        }
        fields.removeIf(field -> field.bits() == 0);
        return List.copyOf(fields);
    }

    private static int bits(SnowflakeLayout layout, String name) {
        return switch (name) {
            case "datacenter" -> layout.datacenterBits();
            case "worker" -> layout.workerBits();
            case "sequence" -> layout.sequenceBits();
            default -> throw new IllegalStateException("no field of a layout: " + name);
        };
    }

    /** All members; the ID as a string, because JavaScript numbers lose its last digits. */
    public String toJson() {
        return "{\"id\":\"" + id + "\",\"time\":\"" + time + "\",\"epochMillis\":" + epochMillis + ",\"workerId\":"
                + workerId + ",\"datacenter\":" + datacenter + ",\"worker\":" + worker + ",\"sequence\":" + sequence
                + ",\"ageMillis\":" + ageMillis + ",\"fields\":"
                + fields.stream().map(Field::toJson).collect(Collectors.joining(",", "[", "]}"));
    }
}
