package io.snowgate.gateway;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.TextForm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * {@code snowgate id}: new IDs without a gateway. Takes the same {@link WorkerClaim} as one, so that no ID is issued twice
 * whoever runs at the same time, and moves the reserved window by itself.
 *
 * @param format {@code json} or a {@link TextForm} as in a query
 */
record IdCommand(int count, boolean isList, String format) {

    static final String HELP = """
            Usage: snowgate id [-n N] [--format FORMAT] [OPTIONS]

            Prints new IDs, without a gateway. Takes the worker id for itself as a gateway does: where one runs with the
            same worker id, this says so and ends with 1.

              -n=N                      How many, 1..1000000. One a line. [1]
                  --format=FORMAT       text, json, hex, base62 or base32. [text]
                  --layout=NAME         The layout of IDs. [twitter]
                  --worker-id=ID        The worker id. [1]
                  --data-dir=DIR        Where it is kept up to when IDs were issued. [snowgate-data]

            Every option of the gateway is read, and so are its environment and --config: `snowgate --help`.

            Examples:
              snowgate id
              snowgate id -n 1000 --format base32 --worker-id 9

            Exit codes: 0 printed, 1 there are none, 2 refused options or configuration.
            """;

    private static final int MAX_COUNT = 1_000_000;
    private static final long PAUSE_NANOS = 200_000;
    private static final List<String> FORMATS = List.of("text", "json", "hex", "base62", "base32");

    static IdCommand read(GatewayCommand command, GatewayConfig config) throws ConfigFailure {
        if (config.snowflake().isLeased()) {
            throw new ConfigFailure("snowgate id needs a worker id of its own, which no gateway has: --worker-id ID");
        }
        String format = command.format().orElse("text");
        if (!FORMATS.contains(format)) {
            throw new ConfigFailure("--format must be one of " + String.join(", ", FORMATS) + ": " + format);
        }
        return new IdCommand(count(command.count().orElse("1")), command.count().isPresent(), format);
    }

    private static int count(String text) throws ConfigFailure {
        if (!text.matches("[1-9][0-9]{0,6}") || Integer.parseInt(text) > MAX_COUNT) {
            throw new ConfigFailure("-n must be 1.." + MAX_COUNT + ": " + text);
        }
        return Integer.parseInt(text);
    }

    /** Prints IDs by {@code clock}; they are out only when this returns. */
    void print(GatewayConfig config, EpochClock clock, PrintStream out, Consumer<String> notices) throws StartFailure {
        PrintStream buffered = new PrintStream(new BufferedOutputStream(out), false, StandardCharsets.US_ASCII);
        try (WorkerClaim claim = WorkerClaim.take(config.snowflake(), config.dataDir(), clock, notices)) {
            print(claim, buffered);
        } catch (IOException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        }
        buffered.flush();
    }

    private void print(WorkerClaim claim, PrintStream out) throws IOException {
        if (format.equals("json")) {
            printJson(claim, out);
            return;
        }
        TextForm form = switch (format) {
            case "hex" -> TextForm.HEX;
            case "base62" -> TextForm.BASE62;
            case "base32" -> TextForm.BASE32;
            default -> TextForm.DECIMAL;
        };
        for (int i = 0; i < count; i++) {
            out.print(form.format(nextId(claim)));
            out.print('\n');
        }
    }

    /** As over HTTP: numbers where JavaScript holds them, strings elsewhere. */
    private void printJson(WorkerClaim claim, PrintStream out) throws IOException {
        String quote = claim.generator().layout().isSafeInJavaScript() ? "" : "\"";
        out.print(isList ? "{\"ids\":[" : "{\"id\":");
        for (int i = 0; i < count; i++) {
            out.print((i == 0 ? "" : ",") + quote + TextForm.DECIMAL.format(nextId(claim)) + quote);
        }
        out.print(isList ? "]}\n" : "}\n");
    }

    private static long nextId(WorkerClaim claim) throws IOException {
        long id = claim.generator().tryNextId();
        while (SnowflakeGenerator.isRefusal(id)) {
            if (id == SnowflakeGenerator.CLOCK_OUT_OF_RANGE) {
                throw new IOException("the clock is outside of the time that IDs can hold");
            }
            if (!claim.window().extendIfNeeded()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            id = claim.generator().tryNextId();
        }
        return id;
    }
}
