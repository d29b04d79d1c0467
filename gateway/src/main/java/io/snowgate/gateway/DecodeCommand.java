package io.snowgate.gateway;

import com.typesafe.config.Config;
import io.snowgate.gateway.endpoint.DecodedId;
import io.snowgate.gateway.endpoint.TextForms;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.MalformedIdException;
import io.snowgate.generator.Snowflake;
import io.snowgate.generator.SnowflakeLayout;
import io.snowgate.generator.TextForm;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code snowgate decode}: what IDs say, as {@code GET /api/snowflake/{id}} does. All are read before one is printed. */
record DecodeCommand(List<Snowflake> ids, boolean isJson) {

    static final String HELP = """
            Usage: snowgate decode [--layout NAME] [--form FORM] [--format table|json] ID...

            Prints what IDs say: when they were issued (UTC), by which datacenter and worker, and which one of that
            moment they were.

                  --layout=NAME         Whose IDs these are: twitter, js-safe-53, sharded-41-11-12, discord, instagram,
                                        sonyflake, baidu or tsid. Without: the layout that is configured. [twitter]
                  --form=FORM           How they are written: decimal, signed, hex, base62 or base32. Without: a guess by
                                        length and characters.
                  --format=FORMAT       table, or json: an object a line. [table]

            An ID that begins with a minus goes behind --.

            Examples:
              snowgate decode 1541815603606036480
              snowgate decode --layout discord --format json 175928847299117063
              snowgate decode --layout tsid 01226N0640J7K 01226N0640J7M

            Exit codes: 0 printed, 2 refused IDs, options or configuration.
            """;

    private static final String ROW = "%-20s  %-24s  %9s  %10s  %6s  %8s  %s%n";

    static DecodeCommand read(GatewayCommand command, Config merged) throws ConfigFailure {
        if (command.operands().isEmpty()) {
            throw new ConfigFailure("decode needs an ID: `snowgate decode --help`");
        }
        SnowflakeLayout layout = layout(command.layout(), merged);
        List<Snowflake> ids = new ArrayList<>();
        for (String text : command.operands()) {
            ids.add(parse(text, command.form(), layout));
        }
        return new DecodeCommand(ids, isJson(command.format().orElse("table")));
    }

    /** A layout named on the command line is meant as it is; without one it is this gateway's. */
    private static SnowflakeLayout layout(Optional<String> name, Config merged) throws ConfigFailure {
        try {
            return name.isPresent()
                    ? SnowflakeLayout.named(name.get())
                    : new ConfigLayout(new ConfigReader(merged)).layout();
        } catch (IllegalArgumentException e) {
            throw new ConfigFailure("--" + e.getMessage());
        }
    }

    private static Snowflake parse(String text, Optional<String> form, SnowflakeLayout layout) throws ConfigFailure {
        try {
            TextForm read = form.isPresent() ? TextForms.named(form.get()) : TextForm.guess(text);
            return Snowflake.parse(text, read, layout);
        } catch (MalformedIdException e) {
            throw new ConfigFailure(e.getMessage() + " (in " + text + ")");
        } catch (IllegalArgumentException e) {
            throw new ConfigFailure(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isJson(String format) throws ConfigFailure {
        if (!format.equals("table") && !format.equals("json")) {
            throw new ConfigFailure("--format must be one of table, json: " + format);
        }
        return format.equals("json");
    }

    void print(EpochClock clock, PrintStream out) {
        if (!isJson) {
            out.printf(ROW, "id", "time", "worker id", "datacenter", "worker", "sequence", "age");
        }
        for (Snowflake id : ids) {
            DecodedId decoded = DecodedId.of(id, clock);
            if (isJson) {
                out.println(decoded.toJson());
            } else {
                print(decoded, out);
            }
        }
    }

    private static void print(DecodedId id, PrintStream out) {
        out.printf(
                ROW,
                id.id(),
                id.time(),
                id.workerId(),
                id.datacenter(),
                id.worker(),
                id.sequence(),
                age(Duration.ofMillis(id.ageMillis())));
    }

    private static String age(Duration age) {
        Duration length = age.abs();
        String time = "%d d %02d:%02d:%02d.%03d"
                .formatted(
                        length.toDays(),
                        length.toHoursPart(),
                        length.toMinutesPart(),
                        length.toSecondsPart(),
                        length.toMillisPart());
        return age.isNegative() ? "in " + time : time;
    }
}
