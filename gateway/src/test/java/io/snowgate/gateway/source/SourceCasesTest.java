package io.snowgate.gateway.source;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.state.StateStatus;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Section G of the cases, with a real file, the publisher's own threads and the clocks of this machine. */
@Timeout(60)
class SourceCasesTest {

    private static final int MAX_BYTES = 1 << 20;

    @TempDir
    private Path directory;

    private Path file;
    private StatePublisher publisher;

    @BeforeEach
    void start() {
        file = directory.resolve("x.json");
        publisher = new StatePublisher(
                StateSources.of("file:" + file, MAX_BYTES, EpochClock.system()),
                StateOptions.usual(ofMillis(100), ofMillis(500), MAX_BYTES),
                FieldBlock.NONE,
                EpochClock.system(),
                System::nanoTime);
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    @Test
    void g76AFileThatVanishesLeavesItsLastStateAndIsBackByItself() throws IOException {
        serve("{\"v\":1}");
        Files.delete(file);
        await().until(() -> publisher.status().stale());
        assertThat(publisher.status()).returns(false, StateStatus::ready);
        assertThat(content()).isEqualTo("{\"v\":1}");

        Files.writeString(file, "{\"v\":2}");
        await().atMost(ofSeconds(2)).until(() -> publisher.status().ready());
        assertThat(content()).isEqualTo("{\"v\":2}");
    }

    @Test
    void g77AHalfWrittenFileIsNeverPublished() throws IOException {
        serve("{\"v\":1}");
        Files.writeString(file, "{\"v\":2,\"rest\":[");
        awaitFailure("not valid JSON");
        assertThat(content()).isEqualTo("{\"v\":1}");

        Files.writeString(file, "]}", StandardOpenOption.APPEND);
        await().until(() -> content().equals("{\"v\":2,\"rest\":[]}"));
    }

    @Test
    void g78WhatIsNotStrictJsonInUtf8IsNeverPublished() throws IOException {
        serve("{\"v\":1}");
        List<byte[]> bad = List.of(
                "{oops}".getBytes(UTF_8),
                "{}".getBytes(UTF_16),
                "\ufeff{}".getBytes(UTF_8),
                "{\"a\":1,\"a\":2}".getBytes(UTF_8),
                "[NaN]".getBytes(UTF_8),
                new byte[] {'"', (byte) 0xff, '"'},
                "[".repeat(100_000).getBytes(UTF_8),
                new byte[0]);
        for (byte[] bytes : bad) {
            Files.write(file, bytes);
            long failures = publisher.status().failures();
            await().until(() -> publisher.status().failures() > failures);
            assertThat(publisher.status().failure()).startsWith("not valid JSON: ");
            assertThat(content()).isEqualTo("{\"v\":1}");
            Files.writeString(file, "{\"v\":1}");
            await().until(() -> publisher.status().failure() == null);
        }
    }

    @Test
    void g79AGigabyteIsNeverRead() throws IOException {
        serve("{\"v\":1}");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 30);
        }
        awaitFailure("has 1073741824 bytes or more");
        assertThat(content()).isEqualTo("{\"v\":1}");
    }

    @Test
    void g80WhatCannotBeReadDoesNotStopThePublisher() throws Exception {
        serve("{\"v\":1}");
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        awaitFailure("is a FIFO");

        Files.delete(file);
        Files.createSymbolicLink(file, file);
        awaitFailure("Too many levels of symbolic links");

        Files.delete(file);
        Files.createDirectory(file);
        awaitFailure("is a directory");

        Files.delete(file);
        Files.writeString(file, "{\"v\":2}");
        await().atMost(ofSeconds(2)).until(() -> content().equals("{\"v\":2}"));
    }

    @Test
    void g81NewContentUnderTheSameModificationTimeIsNoticed() throws IOException {
        serve("{\"v\":1}");
        Path next = directory.resolve("next");
        Files.writeString(next, "{\"v\":2}");
        Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        await().until(() -> content().equals("{\"v\":2}"));
    }

    @Test
    void g85WithoutASourceAtStartThereIsNoDocumentUntilItComes() throws IOException {
        publisher.start();
        awaitFailure("does not exist");
        assertThat(publisher.current()).isNull();
        assertThat(publisher.status().ready()).isFalse();

        Files.writeString(file, "{}");
        await().atMost(ofSeconds(2)).until(() -> publisher.status().ready());
    }

    @Test
    void g86AFlappingSourceLeaksNeitherThreadsNorMemory() throws IOException {
        long directBefore = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        serve("{\"v\":0}");
        await().until(() -> publisherThreads() == 2);
        for (int i = 1; i <= 10; i++) {
            Files.delete(file);
            awaitFailure("does not exist");
            String next = "{\"v\":" + i + "}";
            Files.writeString(file, next);
            await().until(() -> content().equals(next));
        }
        assertThat(publisherThreads()).isEqualTo(2);
        publisher.close();
        await().until(() -> publisherThreads() == 0);
        assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isEqualTo(directBefore);
    }

    @Test
    void aSourceThatHangsDelaysNoOtherState() throws IOException {
        serve("{\"v\":1}");
        try (RawServer silent = new RawServer(RawServer::waitForEnd);
                StatePublisher hung = new StatePublisher(
                        StateSources.of("http://127.0.0.1:" + silent.port() + "/", MAX_BYTES, EpochClock.system()),
                        StateOptions.usual(ofMillis(100), ofMillis(500), MAX_BYTES),
                        FieldBlock.NONE,
                        EpochClock.system(),
                        System::nanoTime)) {
            hung.start();
            await().until(() -> silent.open() == 1);
            for (int i = 2; i <= 5; i++) {
                String next = "{\"v\":" + i + "}";
                Files.writeString(file, next);
                await().atMost(ofSeconds(1)).until(() -> content().equals(next));
            }
            assertThat(silent.accepted()).isEqualTo(1);
            assertThat(hung.current()).isNull();
        }
    }

    private void serve(String json) throws IOException {
        Files.writeString(file, json);
        publisher.start();
        await().until(() -> content().equals(json));
    }

    private void awaitFailure(String text) {
        await().until(() -> {
            String failure = publisher.status().failure();
            return failure != null && failure.contains(text);
        });
    }

    private static long publisherThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("snowgate-"))
                .filter(thread -> !thread.getName().startsWith("snowgate-encode-"))
                .count();
    }

    private String content() {
        StateDocument document = publisher.current();
        return document == null ? "" : new String(document.copyBytes(), UTF_8);
    }
}
