package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A process that is a {@link Crowd}, and does what it reads from its standard input:
 *
 * <pre>
 * hold COUNT PATH                    size OPEN FAILED
 * listen COUNT deaf|hearing PATH     size OPEN FAILED
 * pace RATE WARM-UP SECONDS          begin, end, figures ANSWERED ERRORS P50 P99 P999, in milliseconds
 * events                             events COUNT
 * </pre>
 *
 * Its one argument is the port. Ends with its input.
 */
public final class CrowdClient {

    static final String SIZE = "size ";
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String FIGURES = "figures ";
    static final String EVENTS = "events ";

    private static final double MEDIAN = 0.5;

    private final Crowd crowd;

    private CrowdClient(Crowd crowd) {
        this.crowd = crowd;
    }

    public static void main(String[] arguments) throws IOException {
        CrowdClient client = new CrowdClient(new Crowd(Integer.parseInt(arguments[0])));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            client.obey(line.split(" ", -1));
        }
        System.exit(0);
    }

    private void obey(String[] words) {
        switch (words[0]) {
            case "hold" -> crowd.hold(Integer.parseInt(words[1]), words[2], CrowdClient::size);
            case "listen" ->
                crowd.listen(Integer.parseInt(words[1]), words[2].equals("deaf"), words[3], CrowdClient::size);
            case "pace" ->
                crowd.pace(new Pace(
                        Integer.parseInt(words[1]),
                        Integer.parseInt(words[2]),
                        Integer.parseInt(words[3]),
                        () -> say(BEGIN),
                        () -> say(END),
                        CrowdClient::figures));
            case "events" -> crowd.events(count -> say(EVENTS + count));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void size(Crowd.Size size) {
        say(SIZE + size.open() + " " + size.failed());
    }

    private static void figures(Pace pace) {
        Latencies latencies = pace.latencies();
        say(String.format(
                Locale.ROOT,
                FIGURES + "%d %d %f %f %f",
                pace.answered(),
                pace.errors(),
                latencies.isEmpty() ? 0 : latencies.millis(MEDIAN),
                latencies.isEmpty() ? 0 : latencies.millis(0.99),
                latencies.isEmpty() ? 0 : latencies.millis(0.999)));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
