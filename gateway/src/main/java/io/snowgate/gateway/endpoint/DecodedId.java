package io.snowgate.gateway.endpoint;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.Snowflake;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What an ID says, for people and programs: the same over HTTP and on the command line.
 *
 * @param id the unsigned number
 * @param time ISO-8601 in UTC, with milliseconds
 * @param workerId datacenter and worker together
 * @param ageMillis since it was issued; negative when it is of the future
 */
public record DecodedId(
        String id,
        String time,
        long epochMillis,
        int workerId,
        int datacenter,
        int worker,
        int sequence,
        long ageMillis) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public static DecodedId of(Snowflake id, EpochClock clock) {
        return new DecodedId(
                id.toString(),
                TIME.format(Instant.ofEpochMilli(id.epochMillis())),
                id.epochMillis(),
                id.workerId(),
                id.datacenter(),
                id.worker(),
                id.sequence(),
                id.age(clock).toMillis());
    }

    /** All members; the ID as a string, because JavaScript numbers lose its last digits. */
    public String toJson() {
        return "{\"id\":\"" + id + "\",\"time\":\"" + time + "\",\"epochMillis\":" + epochMillis + ",\"workerId\":"
                + workerId + ",\"datacenter\":" + datacenter + ",\"worker\":" + worker + ",\"sequence\":" + sequence
                + ",\"ageMillis\":" + ageMillis + "}";
    }
}
