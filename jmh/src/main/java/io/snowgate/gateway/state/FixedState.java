package io.snowgate.gateway.state;

import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** A state that was published once, with all that is made of it, by no thread that could disturb a measurement. */
public final class FixedState {

    /** As long as what the gateway is measured with. */
    public static final int USUAL_BYTES = 4_195;

    static final StateOptions OPTIONS =
            StateOptions.usual(Duration.ofSeconds(1), Duration.ofSeconds(10), 2 * USUAL_BYTES);

    private FixedState() {}

    /** The publisher of a document of {@value #USUAL_BYTES} bytes. */
    public static StatePublisher publisher(FieldBlock common) {
        StatePublisher publisher = new StatePublisher(
                new OneDocument(), OPTIONS, common, EpochClock.system(), System::nanoTime, new AtOnce(), new AtOnce());
        publisher.dutyCycle();
        Objects.requireNonNull(publisher.current(), "published");
        return publisher;
    }

    /** Rows of numbers, some of which differ from version to version. */
    static byte[] document(int version) {
        SplittableRandom same = new SplittableRandom(1);
        StringBuilder json = new StringBuilder("{\"version\":" + version + ",\"rows\":[");
        for (int row = 0; json.length() < USUAL_BYTES - 100; row++) {
            int votes = same.nextInt(100_000) + (row % 10 == 0 ? 7 * version : 0);
            json.append("{\"name\":\"district ").append(row).append("\",\"votes\":");
            json.append(votes).append("},");
        }
        json.append("\"");
        return json.append("x".repeat(USUAL_BYTES - 3 - json.length()))
                .append("\"]}")
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static final class OneDocument implements StateSource {

        @Override
        public byte[] fetch() {
            return document(1);
        }

        @Override
        public String description() {
            return "one document";
        }
    }

    /** Does everything on the caller's thread. */
    private static final class AtOnce extends AbstractExecutorService {

        private volatile boolean shutdown;

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {
            shutdown = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public boolean isTerminated() {
            return shutdown;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
