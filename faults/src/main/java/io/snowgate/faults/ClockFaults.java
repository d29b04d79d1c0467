package io.snowgate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The clock of one member steps, while it runs. Monotonic clocks go on as they were. */
final class ClockFaults {

    private static final Duration WRONG = Duration.ofSeconds(6);
    private static final List<String> PLACES =
            List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/local/lib");

    private ClockFaults() {}

    /** Where libfaketime is. */
    static Optional<Path> library() {
        Stream<Path> told =
                Optional.ofNullable(System.getenv("FAKETIME_LIB")).stream().map(Path::of);
        Stream<Path> usual = PLACES.stream().map(place -> Path.of(place, "faketime", "libfaketimeMT.so.1"));
        return Stream.concat(told, usual).filter(Files::exists).findFirst();
    }

    static void ahead(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        step(lab, rounds, "+3600");
    }

    static void behind(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        step(lab, rounds, "-3600");
    }

    private static void step(Lab lab, int rounds, String seconds) throws IOException, InterruptedException, Failure {
        Path library = library().orElseThrow(() -> new Failure("libfaketime is gone"));
        for (Gateway gateway : lab.gateways()) {
            gateway.preload(
                    library,
                    Map.of(
                            "FAKETIME_TIMESTAMP_FILE",
                            set(lab, gateway, "+0").toString(),
                            "FAKETIME_CACHE_DURATION",
                            "1",
                            "FAKETIME_DONT_FAKE_MONOTONIC",
                            "1",
                            "FAKETIME_FORCE_MONOTONIC_FIX",
                            "0"));
        }
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway victim = round % 2 == 0 ? lab.leader() : lab.follower();
            lab.strike();
            set(lab, victim, seconds);
            lab.linger(WRONG);
            lab.awaitTimestamps(lab.others(victim));
            set(lab, victim, "+0");
            settle(lab);
        }
    }

    /** Whoever has issued IDs ahead of the time issues none until it has come. */
    private static void settle(Lab lab) throws InterruptedException {
        lab.settle(lab::haveTimestamps);
        for (Gateway gateway : lab.gateways()) {
            if (gateway.readiness().contains("behind the last IDs")) {
                lab.note("waits for the time of its last IDs");
            }
        }
    }

    private static Path set(Lab lab, Gateway gateway, String offset) throws IOException {
        return Files.writeString(lab.directory().resolve("clock-" + gateway.id()), offset + "\n");
    }
}
