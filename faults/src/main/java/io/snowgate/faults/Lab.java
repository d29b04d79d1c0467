package io.snowgate.faults;

import io.snowgate.faults.Gateway.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where one fault takes place: three fresh gateways, clients that ask each of them for everything all the time, and what
 * was done to them when. One thread, besides those of the clients.
 */
final class Lab {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration LINGER = Duration.ofMillis(700);
    private static final long LOOK_MILLIS = 20;

    /** Timestamps may be asked for on the side: those that nobody wrote down are no gap. */
    private static final Question PROBE = Question.all().stream()
            .filter(one -> one.kind() == Kind.TIMESTAMP)
            .findFirst()
            .orElseThrow();

    private final Path directory;
    private final Settings settings;
    private final List<Gateway> gateways = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final History history = new History();
    private final List<Strike> strikes = new ArrayList<>();
    private final List<String> disappointments = new ArrayList<>();
    private final TreeMap<String, Integer> notes = new TreeMap<>();
    private final @Nullable Network network;
    private final SplittableRandom random;
    private long struckNanos;

    /** @param directory for everything that the gateways write; made anew */
    Lab(Path directory, Settings settings, @Nullable Network network, long seed) throws IOException {
        this.directory = directory;
        this.settings = settings;
        this.network = network;
        this.random = new SplittableRandom(seed);
        Files.createDirectories(directory);
        for (Place place : Place.three()) {
            List<String> prefix = network == null ? List.of() : Network.prefix(place);
            gateways.add(new Gateway(place, settings.home(), directory.resolve(place.id()), prefix));
        }
    }

    Settings settings() {
        return settings;
    }

    /** For faults of the network alone. */
    Network network() {
        return Objects.requireNonNull(network, "there is no network of our own");
    }

    SplittableRandom random() {
        return random;
    }

    List<Gateway> gateways() {
        return gateways;
    }

    Gateway any() {
        return gateways.get(random.nextInt(gateways.size()));
    }

    List<Gateway> others(Gateway... without) {
        return gateways.stream().filter(one -> !List.of(without).contains(one)).toList();
    }

    History history() {
        return history;
    }

    List<Strike> strikes() {
        return strikes;
    }

    /** What did not come about although it should have. */
    List<String> disappointments() {
        return disappointments;
    }

    Path directory() {
        return directory;
    }

    /** Starts everybody, and clients when all serve. */
    void open() throws IOException, InterruptedException, Failure {
        for (Gateway gateway : gateways) {
            gateway.start();
        }
        if (!await(this::isSettled, PATIENCE)) {
            throw new Failure("the gateways do not serve: " + readiness());
        }
        for (Gateway gateway : gateways) {
            for (Question question : Question.all()) {
                Client client = new Client(question, gateway.id(), gateway.address(), history);
                clients.add(client);
                client.start();
            }
        }
        linger();
    }

    /** Who leads the timestamps, as all that answer agree. */
    Gateway leader() throws InterruptedException, Failure {
        if (!await(() -> agreed().isPresent(), PATIENCE)) {
            throw new Failure("the gateways do not agree on a leader: " + readiness());
        }
        return agreed().orElseThrow();
    }

    private Optional<Gateway> agreed() {
        List<Optional<String>> known = gateways.stream()
                .map(Gateway::leader)
                .filter(Optional::isPresent)
                .distinct()
                .toList();
        return known.size() != 1
                ? Optional.empty()
                : gateways.stream()
                        .filter(one -> known.getFirst().equals(Optional.of(one.id())))
                        .findFirst();
    }

    /** One that does not lead the timestamps. */
    Gateway follower() throws InterruptedException, Failure {
        return others(leader()).get(random.nextInt(gateways.size() - 1));
    }

    /** Something is about to be broken. */
    void strike() {
        struckNanos = System.nanoTime();
    }

    /** Waits until these answer timestamps; a disappointment when they do not. */
    void awaitTimestamps(List<Gateway> whom) throws InterruptedException {
        require(
                await(() -> whom.stream().allMatch(one -> one.answers(PROBE)), PATIENCE),
                () -> "no timestamps from " + whom.stream().map(Gateway::id).toList() + ": " + readiness());
    }

    /** Nothing is broken any more: waits until everybody serves; a disappointment when not. */
    void settle() throws InterruptedException {
        settle(this::isSettled);
    }

    /** The same where not everything is to come back. */
    void settle(Condition condition) throws InterruptedException {
        require(await(condition, PATIENCE), () -> "not everybody serves again: " + readiness());
        linger();
        strikes.add(new Strike(struckNanos, System.nanoTime()));
    }

    private boolean isSettled() {
        return gateways.stream().allMatch(Gateway::isReady) && haveTimestamps();
    }

    /** Whether everybody answers timestamps. */
    boolean haveTimestamps() {
        return gateways.stream().allMatch(one -> one.answers(PROBE));
    }

    private String readiness() {
        return String.join(
                "; ",
                gateways.stream()
                        .map(one -> one.id() + ": " + one.readiness().replace('\n', ' '))
                        .toList());
    }

    void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            disappointments.add(otherwise.get());
        }
    }

    /** Lets the clients ask for a while. */
    void linger() throws InterruptedException {
        linger(LINGER);
    }

    void linger(Duration time) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
    }

    /** Whether it comes about in time. */
    boolean await(Condition condition, Duration patience) throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /** What came about, one way or another; counted. */
    void note(String what) {
        notes.merge(what, 1, Integer::sum);
    }

    Map<String, Integer> notes() {
        return notes;
    }

    void say(String what) {
        settings.say(what);
    }

    /** What may come about. */
    interface Condition {
        boolean holds();
    }

    /** Ends the clients first, so that nothing is written down of the end. */
    void close() throws IOException, InterruptedException {
        for (Client client : clients) {
            client.end();
        }
        for (Gateway gateway : gateways) {
            gateway.kill();
        }
    }
}
