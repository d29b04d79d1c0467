package io.snowgate.loadtest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * What becomes of servers when HTTP turns into HTTPS: requests a second of each, a panel for each number of connections,
 * with a line from one to the other that falls as far as TLS costs.
 */
final class Plot {

    private static final int PANEL_WIDTH = 150;
    private static final int PANEL_GAP = 230;
    private static final int PANEL_HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int TOP = 90;
    private static final int BOTTOM = 70;
    private static final int LABEL_HEIGHT = 15;
    private static final int TICKS = 5;
    private static final String OURS = "#0b6e99";
    private static final String STRONG = "#8b8f94";

    private static final Map<String, String> NAMES = Map.of(
            Peer.SNOWGATE,
            "Snowgate",
            "go",
            "Go net/http",
            "jdk",
            "JDK HttpsServer",
            "node",
            "Node https",
            "flask",
            "Flask",
            "haproxy",
            "HAProxy",
            "vertx",
            "Vert.x",
            "undertow",
            "Undertow");

    /** Those that people start with; the strong ones are grey. */
    private static final Map<String, String> COLORS =
            Map.of(Peer.SNOWGATE, OURS, "go", "#c2571a", "jdk", "#5a8f3c", "node", "#8a5fb0", "flask", "#b03a5b");

    /** A server at one number of connections. */
    private record Slope(String contestant, double http, double https) {

        String label() {
            return String.format(
                    Locale.ROOT,
                    "%s · %,.0f (%+.0f %%)",
                    NAMES.getOrDefault(contestant, contestant),
                    https,
                    (https / http - 1) * 100);
        }

        String color() {
            return COLORS.getOrDefault(contestant, STRONG);
        }

        boolean isOurs() {
            return contestant.equals(Peer.SNOWGATE);
        }
    }

    private final List<Measured> states;
    private final List<Integer> connections;
    private final String caption;
    private final double most;

    private Plot(List<Measured> states, List<Integer> connections, String caption) {
        this.states = states;
        this.connections = connections;
        this.caption = caption;
        this.most = roundedUp(connections.stream()
                .flatMap(count -> slopes(count).stream())
                .mapToDouble(slope -> Math.max(slope.http(), slope.https()))
                .max()
                .orElse(1));
    }

    /** Nothing when nothing was measured both ways. */
    static Optional<String> draw(Results results) {
        List<Measured> states = results.measured().stream()
                .filter(one -> one.scenario().equals("state") && one.setting().http() == 1)
                .toList();
        List<Integer> connections = new TreeSet<>(
                        states.stream().map(one -> one.setting().connections()).toList())
                .stream()
                        .filter(count -> find(states, true, count).isPresent()
                                && find(states, false, count).isPresent())
                        .toList();
        return connections.isEmpty()
                ? Optional.empty()
                : Optional.of(new Plot(states, connections, results.caption()).svg());
    }

    private static Optional<Measured> find(List<Measured> states, boolean tls, int connections) {
        Setting setting = new Setting(tls, 1, connections, "");
        return states.stream().filter(one -> one.setting().equals(setting)).findFirst();
    }

    private List<Slope> slopes(int count) {
        Measured http = find(states, false, count).orElseThrow();
        Measured https = find(states, true, count).orElseThrow();
        List<Slope> slopes = new ArrayList<>();
        for (String contestant : https.contestants()) {
            OptionalDouble from = http.median(contestant, Metric.REQUESTS_PER_SECOND);
            OptionalDouble to = https.median(contestant, Metric.REQUESTS_PER_SECOND);
            if (from.isPresent() && to.isPresent()) {
                slopes.add(new Slope(contestant, from.getAsDouble(), to.getAsDouble()));
            }
        }
        slopes.sort(Comparator.comparingDouble(Slope::https).reversed());
        return slopes;
    }

    /** To one digit, of which there are {@value #TICKS} parts. */
    private static double roundedUp(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(value))) / 2;
        return Math.ceil(value / unit) * unit;
    }

    private String svg() {
        int width = LEFT + connections.size() * (PANEL_WIDTH + PANEL_GAP);
        Svg svg = new Svg(
                width, TOP + PANEL_HEIGHT + BOTTOM, "Requests a second over HTTP and over HTTPS, of each server");
        svg.heading(20, 24, "What becomes of requests a second when HTTP turns into HTTPS");
        svg.faint(
                20, 42, "GET of 4,195 octets, keep-alive; one core for the server, one for the client; more is better");
        for (int i = 0; i < connections.size(); i++) {
            panel(svg, LEFT + i * (PANEL_WIDTH + PANEL_GAP), connections.get(i));
        }
        svg.faint(20, TOP + PANEL_HEIGHT + BOTTOM - 14, caption);
        return svg.toString();
    }

    private void panel(Svg svg, int left, int count) {
        svg.text(left, TOP - 16, String.format(Locale.ROOT, "%,d connection%s", count, count == 1 ? "" : "s"));
        for (int i = 0; i <= TICKS; i++) {
            double value = most * i / TICKS;
            svg.grid(left, y(value), left + PANEL_WIDTH);
            svg.faintEnd(left - 8, y(value) + 4, String.format(Locale.ROOT, "%,.0f", value));
        }
        svg.faintMiddle(left, TOP + PANEL_HEIGHT + 20, "HTTP");
        svg.faintMiddle(left + PANEL_WIDTH, TOP + PANEL_HEIGHT + 20, "HTTPS");
        double lowestFree = Double.NEGATIVE_INFINITY;
        for (Slope slope : slopes(count)) {
            svg.line(
                    left,
                    y(slope.http()),
                    left + PANEL_WIDTH,
                    y(slope.https()),
                    slope.color(),
                    slope.isOurs() ? 3 : 1.5);
            double labelY = Math.max(y(slope.https()) + 4, lowestFree);
            svg.label(left + PANEL_WIDTH + 10, labelY, slope.label(), slope.color());
            lowestFree = labelY + LABEL_HEIGHT;
        }
    }

    private double y(double value) {
        return TOP + PANEL_HEIGHT * (1 - value / most);
    }
}
