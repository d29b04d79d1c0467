package io.snowgate.loadtest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What was asked for.
 *
 * @param peers by name; all when empty
 * @param connections in place of what a scenario usually takes
 * @param over in place of what a scenario usually takes
 * @param turns when it was said how many
 * @param client who asks, where it can
 * @param busyOk whether turns on a busy machine count
 */
record Options(
        List<String> scenarios,
        List<String> peers,
        List<Integer> connections,
        List<Wire> over,
        int seconds,
        Optional<Integer> turns,
        Optional<Path> out,
        Client client,
        boolean busyOk) {

    static final int USUAL_SECONDS = 4;
    static final int USUAL_TURNS = 3;

    /** How requests travel. */
    enum Wire {
        HTTPS(true, 1),
        HTTP(false, 1),
        H2(true, 2);

        private final boolean tls;
        private final int http;

        Wire(boolean tls, int http) {
            this.tls = tls;
            this.http = http;
        }

        static Wire of(Setting setting) {
            return setting.http() == 2 ? H2 : setting.tls() ? HTTPS : HTTP;
        }
    }

    /** Who asks. */
    enum Client {
        H2LOAD,
        WRK,
        HTTPRESS,
        K6;

        String lowerCase() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Each usual setting, unless connections or wires were named: then all combinations of those. */
    List<Setting> settings(List<Setting> usual) {
        Set<Setting> settings = new LinkedHashSet<>();
        for (Setting setting : usual) {
            if (over.isEmpty() || over.contains(Wire.of(setting))) {
                counts(setting.connections())
                        .forEach(count ->
                                settings.add(new Setting(setting.tls(), setting.http(), count, setting.variant())));
            }
        }
        for (Wire wire : over) {
            if (usual.stream().noneMatch(setting -> Wire.of(setting) == wire)) {
                counts(usual.getFirst().connections())
                        .forEach(count -> settings.add(new Setting(
                                wire.tls, wire.http, count, usual.getFirst().variant())));
            }
        }
        return new ArrayList<>(settings);
    }

    private List<Integer> counts(int usual) {
        return connections.isEmpty() ? List.of(usual) : connections;
    }

    /** Those that a bar names take every turn; of the others one gives the picture, unless more was asked for. */
    int turnsOf(String peer, Set<String> named) {
        return turns.orElse(named.contains(peer) || !peers.isEmpty() ? USUAL_TURNS : 1);
    }

    ObjectNode toJson() {
        ObjectNode node = Results.object()
                .put("scenarios", String.join(" ", scenarios))
                .put("seconds", seconds)
                .put("busyOk", busyOk);
        turns.ifPresent(count -> node.put("turns", count));
        if (!peers.isEmpty()) {
            node.put("peers", String.join(",", peers));
        }
        return node;
    }
}
