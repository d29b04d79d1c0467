package io.snowgate.loadtest;

import java.util.List;

/** All that can be asked for, in the order in which it is run. */
final class Scenarios {

    private static final Setting HTTPS = Setting.https(1, 64);
    private static final Setting HTTPS_MANY = Setting.https(1, 1_000);
    private static final Setting PLAIN = new Setting(false, 1, 64, "");
    private static final Setting PLAIN_MANY = new Setting(false, 1, 1_000, "");
    private static final Setting HTTP2 = Setting.https(2, 64);

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(
                new RequestScenario(
                        "state",
                        "the document of 4,195 octets",
                        List.of(HTTPS, PLAIN, HTTP2, HTTPS_MANY, PLAIN_MANY),
                        false,
                        Asking::state),
                new RequestScenario(
                        "state-304", "the same, which has not changed", List.of(HTTPS), true, Asking::notModified),
                new RequestScenario("state-gzip", "the same, in gzip", List.of(HTTPS), true, Asking::gzip),
                new RequestScenario(
                        "state-delta",
                        "only the difference to a version, by its tag or as a dictionary",
                        List.of(HTTPS.of(Asking.SINCE), HTTPS.of(Asking.DICTIONARY)),
                        true,
                        Asking::delta),
                new RequestScenario(
                        "id", "one ID, or a fixed one where there are none", List.of(HTTPS), false, Asking::id),
                new RequestScenario("ids-n100", "a hundred IDs at once", List.of(HTTPS), false, Asking::hundredIds),
                new BurstScenario(),
                new LatencyScenario(),
                new HandshakeScenario(),
                new IdleScenario(),
                new SseScenario(),
                new ColdStartScenario(),
                new MixedScenario(),
                new TimestampScenario(),
                new SequenceScenario(),
                new FailoverScenario());
    }
}
