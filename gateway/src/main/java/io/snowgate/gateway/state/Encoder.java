package io.snowgate.gateway.state;

import io.snowgate.gateway.state.Made.Kind;
import io.snowgate.gateway.wire.Coding;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the codings, deltas and patches of what is published, on threads of its own, and hands them over as plain bytes:
 * nothing needs to be released when nobody takes them. What a newer version has overtaken is not begun any more.
 *
 * <p>Quick things come first. Of a document up to {@value #AT_ONCE_BYTES} bytes everything is handed over together, some
 * milliseconds later; of a longer one each body as soon as it is there.
 */
final class Encoder {

    /** Coding anything shorter saves nothing worth the effort. */
    static final int MIN_BYTES = 200;

    private static final int AT_ONCE_BYTES = 256 << 10;

    /** Above this br gains nothing over zstd for a difference, and costs several times as much. */
    private static final int MAX_DCB_BYTES = 1 << 20;

    private static final List<Coding> CODINGS = List.of(Coding.ZSTD, Coding.GZIP, Coding.BR);
    private static final List<Coding> DELTAS = List.of(Coding.DCZ, Coding.DCB);
    private static final byte[] EMPTY_PATCH = {'[', ']'};

    private static final Logger LOG = LoggerFactory.getLogger(Encoder.class);

    /**
     * What was made for {@code content}.
     *
     * @param last whether all is there now that is made of a new version unasked
     */
    record Batch(Content content, List<Made> made, boolean last) {}

    private final ExecutorService executor;
    private final Runnable whenDone;
    private final Queue<Batch> batches = new ConcurrentLinkedQueue<>();
    private CompletionStage<?> begin = CompletableFuture.completedStage(null);

    private volatile @Nullable Content published;

    /** {@code whenDone} is called on such a thread whenever there is something to {@link #poll}. */
    Encoder(ExecutorService executor, Runnable whenDone) {
        this.executor = executor;
        this.whenDone = whenDone;
    }

    /** The threads that all publishers of the process share: half as many as there are cores, and none while idle. */
    static ExecutorService sharedThreads() {
        return Shared.THREADS;
    }

    /** Makes nothing before {@code stage} is over. Called before anything else, if at all. */
    void beginAfter(CompletionStage<?> stage) {
        begin = stage;
    }

    /** Loads the native libraries, which takes a while, before they are needed. */
    void warmUp() {
        execute(() -> Compression.speaks(Coding.ZSTD));
    }

    /** Makes what is made of every new version: all codings, the deltas from {@code from}, the patch from {@code previous}. */
    void encode(Content content, List<Content> from, @Nullable Content previous) {
        published = content;
        execute(() -> new Job(content).all(from, previous));
    }

    /** Makes the deltas, or the patch, that lead from {@code origin} to {@code content}. Any thread. */
    void difference(Content content, Content origin, Kind kind) {
        execute(() -> new Job(content).one(origin, kind));
    }

    private void execute(Runnable making) {
        begin.thenRunAsync(making, executor);
    }

    /** What has been made and not been taken yet; null when nothing has. */
    @Nullable
    Batch poll() {
        return batches.poll();
    }

    /** Makes nothing more. */
    void close() {
        published = null;
    }

    /** Made at the first use. Daemons, so no reason for the JVM to stay. */
    private static final class Shared {

        private static final int COUNT = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        private static final int IDLE_SECONDS = 60;
        private static final ExecutorService THREADS = threads();

        private static ExecutorService threads() {
            ThreadPoolExecutor threads = new ThreadPoolExecutor(
                    COUNT,
                    COUNT,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("snowgate-encode-", 0).factory());
            threads.allowCoreThreadTimeOut(true);
            return threads;
        }
    }

    /** The bodies of one content, handed over in one or several batches. */
    private final class Job {

        private final Content content;
        private List<Made> made = new ArrayList<>();

        Job(Content content) {
            this.content = content;
        }

        void all(List<Content> from, @Nullable Content previous) {
            from.forEach(origin -> attempt(() -> delta(origin)));
            CODINGS.forEach(coding -> attempt(() -> document(coding)));
            attempt(() -> patch(content));
            if (previous != null) {
                attempt(() -> patch(previous));
            }
            handOver(true);
        }

        void one(Content origin, Kind kind) {
            attempt(() -> {
                if (kind == Kind.DELTA) {
                    delta(origin);
                } else {
                    patch(origin);
                }
            });
            handOver(false);
        }

        /** What cannot be made is not there, and the rest is. */
        private void attempt(Runnable making) {
            try {
                making.run();
            } catch (RuntimeException | Error e) {
                LOG.error("not everything could be made of a document of {} bytes", content.sizeBytes(), e);
            }
        }

        private void document(Coding coding) {
            if (isWanted(coding)) {
                add(Kind.DOCUMENT, null, coding, Compression.encode(coding, content.bytes()), content.sizeBytes());
            }
        }

        private void delta(Content origin) {
            for (Coding coding : DELTAS) {
                if (origin.sizeBytes() >= MIN_BYTES
                        && isWanted(coding)
                        && (coding == Coding.DCZ || content.sizeBytes() <= MAX_DCB_BYTES)) {
                    byte[] body = Compression.encode(coding, content.bytes(), origin);
                    add(Kind.DELTA, origin, coding, body, content.sizeBytes());
                }
            }
        }

        private void patch(Content origin) {
            byte[] patch = patchBytes(origin);
            if (patch == null) {
                return;
            }
            add(Kind.PATCH, origin, Coding.IDENTITY, patch, content.sizeBytes());
            for (Coding coding : CODINGS) {
                if (patch.length >= MIN_BYTES && Compression.speaks(coding)) {
                    add(Kind.PATCH, origin, coding, Compression.encode(coding, patch), patch.length);
                }
            }
        }

        private byte @Nullable [] patchBytes(Content origin) {
            if (origin.sameAs(content)) {
                return EMPTY_PATCH;
            }
            return isOvertaken() ? null : JsonDifference.between(origin.bytes(), content.bytes());
        }

        private boolean isWanted(Coding coding) {
            return content.sizeBytes() >= MIN_BYTES && Compression.speaks(coding) && !isOvertaken();
        }

        private boolean isOvertaken() {
            Content newest = published;
            return newest == null || !newest.sameAs(content);
        }

        private void add(Kind kind, @Nullable Content origin, Coding coding, byte[] body, int limit) {
            if (body.length < limit) {
                made.add(new Made(kind, origin, coding, body));
            }
            if (content.sizeBytes() > AT_ONCE_BYTES) {
                handOver(false);
            }
        }

        private void handOver(boolean last) {
            if (last || !made.isEmpty()) {
                batches.add(new Batch(content, made, last));
                made = new ArrayList<>();
                whenDone.run();
            }
        }
    }
}
