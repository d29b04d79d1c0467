package io.snowgate.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A disk that is full, fails or is slow, under one member. */
final class DiskFaults {

    private static final Duration TROUBLE = Duration.ofSeconds(6);
    private static final int PAGE_BYTES = 4_096;
    private static final String LATE_MILLIS = "300";

    private DiskFaults() {}

    /** A file system of a few MiB that somebody else fills up. */
    static void full(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        Gateway victim = lab.gateways().getFirst();
        Files.createDirectories(victim.data());
        Programs.run(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=6m,mode=1777",
                "tmpfs",
                victim.data().toString());
        lab.open();
        Path ballast = victim.data().resolve("ballast");
        for (int round = 0; round < rounds; round++) {
            lab.strike();
            fill(ballast);
            lab.awaitTimestamps(lab.others(victim));
            lab.linger(TROUBLE);
            lab.note(victim.isRunning() ? victim.isReady() ? "goes on" : "not ready" : "stopped");
            Files.delete(ballast);
            startAgain(lab, victim);
        }
    }

    private static void fill(Path ballast) throws IOException {
        byte[] page = new byte[PAGE_BYTES];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(page);
            }
        } catch (IOException full) {
            if (Files.size(ballast) == 0) {
                throw full;
            }
        }
    }

    /** What was not written to disk when that was asked for must not be counted on. */
    static void failing(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        told(lab);
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway victim = round % 2 == 0 ? lab.leader() : lab.follower();
            lab.strike();
            Files.writeString(switchOf(lab, victim), "EIO");
            lab.awaitTimestamps(lab.others(victim));
            lab.linger(TROUBLE);
            lab.note(victim.isRunning() ? victim.isReady() ? "goes on" : "not ready" : "stopped");
            lab.require(!victim.isReady(), () -> victim.id() + " goes on although its disk fails");
            Files.writeString(switchOf(lab, victim), "");
            startAgain(lab, victim);
        }
    }

    static void slow(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        told(lab);
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway victim = round % 2 == 0 ? lab.leader() : lab.follower();
            lab.strike();
            Files.writeString(switchOf(lab, victim), LATE_MILLIS);
            lab.linger(TROUBLE);
            Files.writeString(switchOf(lab, victim), "");
            lab.settle();
        }
    }

    /** As whoever operates it does, when it has not come back by itself. */
    private static void startAgain(Lab lab, Gateway victim) throws IOException, InterruptedException {
        if (!lab.await(victim::isReady, TROUBLE)) {
            victim.kill();
            victim.start();
        }
        lab.settle();
    }

    private static void told(Lab lab) throws IOException, InterruptedException, Failure {
        Path library = lab.directory().resolve("fsync.so");
        Path source = lab.settings().home().resolve("faults/src/main/c/fsync.c");
        Programs.run("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl");
        for (Gateway gateway : lab.gateways()) {
            Path told = Files.writeString(switchOf(lab, gateway), "");
            gateway.preload(library, Map.of("FAULTS_FSYNC", told.toString()));
        }
    }

    private static Path switchOf(Lab lab, Gateway gateway) {
        return lab.directory().resolve("fsync-" + gateway.id());
    }
}
