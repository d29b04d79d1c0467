package io.snowgate.gateway.state;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowgate.gateway.wire.FieldBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Readers take answers while the publisher replaces and releases them as fast as it can. Each answer must be one whole
 * document whose parts belong together; when all is over no buffer is left.
 */
@Timeout(60)
class StatePublisherRaceTest {

    private static final int READERS = 3;
    private static final int REPUBLISHED = 2_000;
    private static final int RECODED = 150;
    private static final int CYCLES_A_VERSION = 20;
    private static final Pattern ANSWER = Pattern.compile(
            "HTTP/1\\.1 200 OK\r\n.*etag: (\\S+)\r\n.*content-length: (\\d+)\r\n\r\n(\\{\"v\":(\\d+),\"pad\":\"(x*)\"})",
            Pattern.DOTALL);

    private final ManualTime time = new ManualTime();
    private final ScriptedSource source = new ScriptedSource();
    private StatePublisher publisher = publisher(idle());

    private static ExecutorService idle() {
        InlineExecutor executor = new InlineExecutor();
        executor.hang();
        return executor;
    }

    private StatePublisher publisher(ExecutorService encoding) {
        StateOptions options = new StateOptions(
                "default",
                ofMillis(100),
                ofSeconds(10),
                false,
                100_000,
                StateOptions.Delta.PREVIOUS,
                3,
                "",
                List.of(),
                false);
        return new StatePublisher(
                source, options, FieldBlock.NONE, time, time::nanoTime, new InlineExecutor(), encoding);
    }

    @Test
    void readersSeeWholeDocumentsAndNoBufferLeaks() throws Exception {
        long directBefore = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        publishVersion(0);
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Future<Long>> reads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                reads.add(readers.submit((Callable<Long>) this::readUntilClosed));
            }
            for (int version = 1; version <= REPUBLISHED; version++) {
                publishVersion(version);
            }
            publisher.close();
            for (Future<Long> read : reads) {
                assertThat(read.get()).isPositive();
            }
        }
        assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isEqualTo(directBefore);
    }

    @Test
    void readersOfEveryCodingSeeWholeDocumentsAndNoBufferLeaks() throws Exception {
        long directBefore = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        publisher.close();
        publisher = publisher(Encoder.sharedThreads());
        publishVersion(0);
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Future<Long>> reads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                reads.add(readers.submit((Callable<Long>) this::readEverythingUntilClosed));
            }
            for (int version = 1; version <= RECODED; version++) {
                publishVersion(version);
                for (int i = 0; i < CYCLES_A_VERSION; i++) {
                    publisher.dutyCycle();
                }
            }
            publisher.close();
            for (Future<Long> read : reads) {
                assertThat(read.get()).isPositive();
            }
        }
        assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isEqualTo(directBefore);
    }

    /** Every third version repeats the content before, so that a body shared by two renderings is raced for as well. */
    private void publishVersion(int version) {
        int content = version - version % 3 / 2;
        source.answers("{\"v\":" + content + ",\"pad\":\"" + "x".repeat(content % 700) + "\"}");
        time.pass(ofMillis(100));
        publisher.dutyCycle();
    }

    private long readUntilClosed() {
        long reads = 0;
        long newest = -1;
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            newest = Math.max(newest, read(document.identity(), newest));
            reads++;
        }
        return reads;
    }

    private static long read(Representation representation, long newest) {
        ByteBuf answer = representation.retainHttp1();
        ByteBuf body = representation.retainBody();
        try {
            return answer == null ? newest : check(representation, answer, body, newest);
        } finally {
            release(answer);
            release(body);
        }
    }

    private static long check(Representation representation, ByteBuf answer, @Nullable ByteBuf body, long newest) {
        String text = answer.toString(StandardCharsets.US_ASCII);
        Matcher parts = ANSWER.matcher(text);
        assertThat(parts.matches()).as(text).isTrue();
        long version = Long.parseLong(parts.group(4));
        assertThat(parts.group(3)).hasSize(Integer.parseInt(parts.group(2)));
        assertThat(parts.group(5)).hasSize((int) (version % 700));
        assertThat(parts.group(1))
                .isEqualTo(representation.etag().toString())
                .isEqualTo(Content.of(parts.group(3).getBytes(StandardCharsets.US_ASCII))
                        .etag()
                        .toString());
        assertThat(version).isGreaterThanOrEqualTo(newest);
        if (body != null) {
            assertThat(body.toString(StandardCharsets.US_ASCII)).isEqualTo(parts.group(3));
        }
        return version;
    }

    /** Everything there is of a document, taken while it is replaced: each body is what its coding says, or refused. */
    private long readEverythingUntilClosed() {
        long reads = 0;
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            byte[] content = document.copyBytes();
            for (Representation each : document.representations()) {
                reads += readBody(each, content, content);
            }
            for (Origin origin : document.origins()) {
                publisher.wantDeltas(document, origin);
                publisher.wantPatch(document, origin);
                for (Representation each : origin.deltas()) {
                    reads += readBody(each, content, origin.content().bytes());
                }
                for (Representation each : origin.patches()) {
                    release(each.retainHttp1());
                    release(each.retainHttp1NotModified());
                }
            }
        }
        return reads;
    }

    private static int readBody(Representation representation, byte[] content, byte[] dictionary) {
        ByteBuf whole = representation.retainHttp1();
        if (whole == null) {
            return 0;
        }
        try {
            whole.skipBytes(representation.http1HeadBytes());
            byte[] body = ByteBufUtil.getBytes(whole);
            assertThat(Decoding.decode(representation.coding(), body, dictionary))
                    .isEqualTo(content);
        } finally {
            whole.release();
        }
        return 1;
    }

    private static void release(@Nullable ByteBuf buffer) {
        if (buffer != null) {
            buffer.release();
        }
    }
}
