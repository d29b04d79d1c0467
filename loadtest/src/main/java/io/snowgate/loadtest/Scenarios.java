package io.snowgate.loadtest;

import java.util.List;
import java.util.Optional;

/** All that can be asked for, in the order in which it is run. */
final class Scenarios {

    private static final Setting HTTPS = Setting.https(1, 64);
    private static final Setting HTTPS_MANY = Setting.https(1, 1_000);
    private static final Setting PLAIN = new Setting(false, 1, 64, "");
    private static final Setting PLAIN_MANY = new Setting(false, 1, 1_000, "");
    private static final Setting HTTP2 = Setting.https(2, 64);

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(new RequestScenario(
                "state",
                "the document of 4,195 octets",
                List.of(HTTPS, PLAIN, HTTP2, HTTPS_MANY, PLAIN_MANY),
                server -> Optional.of(Request.of("/state"))));
    }
}
