package io.snowgate.gateway.source;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.snowgate.gateway.state.StateSource;
import io.snowgate.gateway.tls.TestCertificate;
import io.snowgate.generator.EpochClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against real servers, and one that lies. Case numbers are those of section G. */
@Timeout(60)
class RedisSourceTest {

    private static final int MAX_BYTES = 1_000;

    private static RedisProcess redis;

    @TempDir
    private Path directory;

    private StateSource source = of("demo");

    @BeforeAll
    static void startRedis() throws IOException {
        redis = RedisProcess.started();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @AfterEach
    void close() {
        source.close();
        await().until(() -> threads().isEmpty());
    }

    @Test
    void servesAStringAsItIs() throws Exception {
        redis.set("election", "{ \"v\" : 1.0, \"é\": 1e5 }");
        open("redis://127.0.0.1:%d/election");
        assertThat(fetched()).isEqualTo("{ \"v\" : 1.0, \"é\": 1e5 }");
        redis.set("election", "{}");
        assertThat(fetched()).isEqualTo("{}");
    }

    @Test
    void servesAHashAsAnObjectOfStringsInTheOrderOfItsNames() throws Exception {
        redis.ask("DEL", "h");
        redis.ask("HSET", "h", "z", "1", "a", "say \"é\"\n", "m", "");
        open("redis://127.0.0.1:%d/h");
        assertThat(fetched()).isEqualTo("{\"a\":\"say \\\"é\\\"\\n\",\"m\":\"\",\"z\":\"1\"}");
    }

    @Test
    void servesADocumentOfRedisJson() throws Exception {
        try (RawServer stack = replying(command -> switch (command) {
            case "HELLO" -> "-ERR unknown command 'HELLO'\r\n";
            case "PING" -> "+PONG\r\n";
            case "TYPE" -> "+ReJSON-RL\r\n";
            case "MEMORY" -> ":100\r\n";
            case "JSON.GET" -> "$7\r\n{\"v\":1}\r\n";
            default -> "+OK\r\n";
        })) {
            source = of("redis://127.0.0.1:" + stack.port() + "/doc");
            assertThat(fetched()).isEqualTo("{\"v\":1}");
        }
    }

    @Test
    void takesAKeyWithAnyOctetsAndADatabaseOfEitherForm() throws Exception {
        redis.set("a/b?c d%e", "[1]");
        open("redis://127.0.0.1:%d/a/b%%3fc%%20d%%25e");
        assertThat(fetched()).isEqualTo("[1]");
        source.close();

        selectInDatabase2("7", "[2]");
        open("redis://127.0.0.1:%d/2/7");
        assertThat(fetched()).isEqualTo("[2]");
        source.close();
        open("redis://127.0.0.1:%d/0/7?");
        assertFailure("key 7 does not exist");
        source.close();

        selectInDatabase2("x", "[3]");
        open("redis://127.0.0.1:%d/x?db=2");
        assertThat(fetched()).isEqualTo("[3]");
    }

    @Test
    void g82NamesAMissingKeyAndAWrongTypeAndKeepsTheConnection() throws Exception {
        redis.ask("DEL", "gone", "list");
        redis.ask("RPUSH", "list", "1");
        open("redis://127.0.0.1:%d/gone");
        assertFailure("key gone does not exist");
        source.close();
        open("redis://127.0.0.1:%d/list");
        assertFailure("key list holds a list, must be a string, a hash or RedisJSON");
        String before = redis.ask("CLIENT", "LIST").replaceAll("(?s).*?(id=[0-9]+ ).*", "$1");
        assertFailure("key list holds a list");
        assertThat(redis.ask("CLIENT", "LIST")).startsWith("$").contains(before);
    }

    @Test
    void g82AValueOverTheLimitIsRefusedByItsLength() throws Exception {
        redis.ask("SETRANGE", "huge", Integer.toString(400 << 20), "x");
        open("redis://127.0.0.1:%d/huge");
        long before = sentOctets();
        assertFailure("key huge has 419430401 bytes or more, the limit is 1000");
        assertThat(sentOctets() - before).isLessThan(100_000);
        redis.ask("DEL", "huge");
    }

    @Test
    void takesAsManyOctetsAsTheLimitAndNotOneMore() throws Exception {
        redis.set("full", "\"" + "x".repeat(MAX_BYTES - 2) + "\"");
        open("redis://127.0.0.1:%d/full");
        assertThat(source.fetch()).hasSize(MAX_BYTES);
        redis.set("full", "\"" + "x".repeat(MAX_BYTES - 1) + "\"");
        assertFailure("key full has 1001 bytes or more");
    }

    @Test
    void g82AHashOfTooManyFieldsOrTooMuchMemoryIsRefusedBeforeItIsFetched() throws Exception {
        redis.ask("DEL", "h");
        IntStream.range(0, 200).forEach(i -> redis.ask("HSET", "h", "f" + i, "1"));
        open("redis://127.0.0.1:%d/h");
        assertFailure("key h has 200 fields, too many for the limit of 1000 bytes");

        redis.ask("DEL", "h");
        redis.ask("HSET", "h", "f", "x".repeat(100_000));
        assertFailure("too many for the limit of 1000");
        redis.ask("DEL", "h");
        redis.ask("HSET", "h", "f", "x".repeat(MAX_BYTES));
        assertFailure("key h has 1008 bytes or more");
    }

    @Test
    void g82ARefusedConnectionNamesHostAndPort() throws Exception {
        int port = RedisProcess.freePort();
        source = of("redis://127.0.0.1:" + port + "/k");
        assertFailure("Connection refused");
    }

    @Test
    void g82AWrongPasswordIsSaidAndNeverShown() throws Exception {
        try (RedisProcess guarded = RedisProcess.withPassword("hush")) {
            guarded.set("k", "1");
            source = of("redis://:wrong-secret@127.0.0.1:" + guarded.port() + "/k");
            assertThat(source.description()).doesNotContain("wrong-secret");
            assertThatIOException()
                    .isThrownBy(source::fetch)
                    .withMessageContaining("WRONGPASS")
                    .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("wrong-secret"));
            source.close();

            source = of("redis://127.0.0.1:" + guarded.port() + "/k");
            assertFailure("NOAUTH");
            source.close();

            source = of("redis://:hush@127.0.0.1:" + guarded.port() + "/k");
            assertThat(fetched()).isEqualTo("1");
        }
    }

    @Test
    void saysThePasswordWhileOthersHoldTheSharedThreads() throws Exception {
        try (RedisProcess guarded = RedisProcess.withPassword("hush")) {
            guarded.set("k", "1");
            source = of("redis://:hush@127.0.0.1:" + guarded.port() + "/k");
            int all = Runtime.getRuntime().availableProcessors() * 4;
            Semaphore gate = new Semaphore(0);
            for (int i = 0; i < all; i++) {
                ForkJoinPool.commonPool().execute(gate::acquireUninterruptibly);
            }
            try {
                assertThat(fetched()).isEqualTo("1");
            } finally {
                gate.release(all);
            }
        }
    }

    @Test
    void readsThePasswordOfAnAclUserFromAFileAnewForEachConnection() throws Exception {
        try (RedisProcess guarded = RedisProcess.started()) {
            guarded.set("election", "[1]");
            guarded.ask("ACL", "SETUSER", "web", "on", ">first", "~election", "+@read");
            Path file = Files.writeString(directory.resolve("password"), "first\n");
            source = of("redis://web@127.0.0.1:" + guarded.port() + "/election?password-file=" + file);
            assertThat(fetched()).isEqualTo("[1]");

            guarded.ask("ACL", "SETUSER", "web", "resetpass", ">second");
            guarded.ask("CLIENT", "KILL", "TYPE", "normal");
            await().untilAsserted(() -> assertFailure("WRONGPASS"));
            Files.writeString(file, "second\n");
            assertThat(fetched()).isEqualTo("[1]");
        }
    }

    @Test
    void g82AHungServerIsGivenUpAfterItsTimeoutAndServedAgainWhenItGoesOn() throws Exception {
        try (RedisProcess slow = RedisProcess.started()) {
            slow.set("k", "1");
            source = of("redis://127.0.0.1:" + slow.port() + "/k");
            assertThat(fetched()).isEqualTo("1");
            slow.freeze();
            assertFailure("no answer within 2 s");
            slow.thaw();
            assertThat(fetched()).isEqualTo("1");
        }
    }

    @Test
    void anInterruptEndsAFetchThatHangs() throws Exception {
        try (RedisProcess slow = RedisProcess.started()) {
            slow.set("k", "1");
            source = of("redis://127.0.0.1:" + slow.port() + "/k");
            fetched();
            slow.freeze();
            assertInterruptible();
            slow.thaw();
            slow.kill();
        }
    }

    @Test
    void anInterruptEndsAConnectThatHangs() throws Exception {
        try (RawServer silent = new RawServer(RawServer::waitForEnd)) {
            source = of("redis://127.0.0.1:" + silent.port() + "/k");
            assertInterruptible();
            await().until(() -> silent.open() == 0);
        }
    }

    @Test
    void g82ASlowServerIsWaitedFor() throws Exception {
        redis.set("k", "1");
        open("redis://127.0.0.1:%d/k");
        fetched();
        redis.ask("CLIENT", "PAUSE", "1500");
        long start = System.nanoTime();
        assertThat(fetched()).isEqualTo("1");
        assertThat(System.nanoTime() - start).isGreaterThan(ofSeconds(1).toNanos());
    }

    @Test
    void g82AServerThatIsLoadingIsAFailure() throws Exception {
        try (RawServer loading = replying(command -> "-LOADING Redis is loading the dataset in memory\r\n")) {
            source = of("redis://127.0.0.1:" + loading.port() + "/k");
            assertFailure("LOADING Redis is loading the dataset in memory");
        }
    }

    @Test
    void g82AReplyCutHalfWayIsAFailure() throws Exception {
        try (RawServer cut = new RawServer(socket -> {
            BufferedReader in = reader(socket);
            command(in);
            RawServer.write(socket, "%1\r\n$5\r\nproto\r\n:3\r\n");
            while (!command(in).equals("TYPE")) {
                RawServer.write(socket, "+OK\r\n");
            }
            RawServer.write(socket, "$100\r\nstri");
        })) {
            source = of("redis://127.0.0.1:" + cut.port() + "/k");
            assertThatIOException().isThrownBy(source::fetch);
            await().until(() -> cut.open() == 0);
        }
    }

    @Test
    void g82RubbishIsAFailure() throws Exception {
        try (RawServer rubbish = replying(command -> "HTTP/1.1 400 Bad Request\r\n\r\n")) {
            source = of("redis://127.0.0.1:" + rubbish.port() + "/k");
            assertThatIOException().isThrownBy(source::fetch);
        }
    }

    @Test
    void isLiveAgainAtTheFirstFetchAfterARestart() throws Exception {
        try (RedisProcess mortal = RedisProcess.started()) {
            mortal.set("k", "1");
            source = of("redis://127.0.0.1:" + mortal.port() + "/k");
            assertThat(fetched()).isEqualTo("1");
            mortal.kill();
            assertThatIOException().isThrownBy(source::fetch);
            assertThatIOException().isThrownBy(source::fetch);
            mortal.restart();
            mortal.set("k", "2");
            assertThat(fetched()).isEqualTo("2");
        }
    }

    @Test
    void holdsOneConnectionAndItsThreadsHoweverOftenItFails() throws Exception {
        try (RedisProcess mortal = RedisProcess.started()) {
            mortal.set("k", "1");
            source = of("redis://127.0.0.1:" + mortal.port() + "/k");
            assertThat(fetched()).isEqualTo("1");
            List<String> atFirst = threads();
            assertThat(atFirst).as("sockets and timer").hasSizeLessThanOrEqualTo(2);
            for (int i = 0; i < 5; i++) {
                assertThat(mortal.clients()).isEqualTo(1);
                mortal.kill();
                assertThatIOException().isThrownBy(source::fetch);
                mortal.restart();
                mortal.set("k", "1");
                assertThat(fetched()).isEqualTo("1");
            }
            assertThat(threads())
                    .as("one more looks after a failed connect two seconds later")
                    .containsAll(atFirst)
                    .hasSizeLessThanOrEqualTo(atFirst.size() + 1);
        }
    }

    @Test
    void speaksTlsToACertificateThatItTrustsAndToNoOther() throws Exception {
        Path certificate = Files.writeString(
                directory.resolve("cert.pem"), TestCertificate.ec().certificatePem());
        Path key = Files.writeString(
                directory.resolve("key.pem"), TestCertificate.ec().keyPem());
        int tlsPort = RedisProcess.freePort();
        try (RedisProcess secure = RedisProcess.withTls(tlsPort, certificate, key)) {
            secure.set("k", "[1]");
            source = of("rediss://localhost:" + tlsPort + "/k?ca-file=" + certificate);
            assertThat(fetched()).isEqualTo("[1]");
            source.close();
            source = of("rediss://localhost:" + tlsPort + "/k");
            assertFailure("unable to find valid certification path");
        }
    }

    @Test
    void readsFromACluster() throws Exception {
        int port = RedisProcess.freePort();
        try (RedisProcess node = RedisProcess.started("--cluster-enabled", "yes")) {
            String[] addSlots = Stream.concat(
                            Stream.of("CLUSTER", "ADDSLOTS"),
                            IntStream.range(0, 16_384).mapToObj(Integer::toString))
                    .toArray(String[]::new);
            assertThat(node.ask(addSlots)).startsWith("+OK");
            await().until(() -> node.ask("CLUSTER", "INFO").contains("cluster_state:ok"));
            node.set("election", "[1]");
            source = of("redis-cluster://127.0.0.1:" + port + ",127.0.0.1:" + node.port() + "/election");
            assertThat(fetched()).isEqualTo("[1]");
            node.ask("CLIENT", "KILL", "TYPE", "normal");
            await().ignoreExceptions().until(() -> fetched().equals("[1]"));
        }
    }

    @Test
    void asksSentinelsForTheMaster() throws Exception {
        Path file = Files.writeString(directory.resolve("sentinel-password"), "watch");
        redis.set("election", "[9]");
        try (RedisProcess sentinel = RedisProcess.sentinel("mymaster", redis, "watch")) {
            source = of("redis-sentinel://127.0.0.1:" + sentinel.port()
                    + "/election?master=mymaster&sentinel-password-file=" + file);
            assertThat(fetched()).isEqualTo("[9]");
            source.close();
            source = of("redis-sentinel://127.0.0.1:" + sentinel.port()
                    + "/election?master=other&sentinel-password-file=" + file);
            assertThatIOException().isThrownBy(source::fetch);
        }
    }

    private void open(String form) {
        source = of(form.formatted(redis.port()));
    }

    private static StateSource of(String spec) {
        assertThat(StateSources.complaint(spec)).isEmpty();
        return StateSources.of(spec, MAX_BYTES, EpochClock.system());
    }

    private String fetched() throws IOException, InterruptedException {
        return new String(Objects.requireNonNull(source.fetch()), StandardCharsets.UTF_8);
    }

    private void assertFailure(String text) {
        assertThatIOException().isThrownBy(source::fetch).withMessageContaining(text);
    }

    private void assertInterruptible() throws InterruptedException {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread fetching = Thread.ofPlatform().start(() -> {
            try {
                source.fetch();
            } catch (IOException | InterruptedException e) {
                end.set(e);
            }
        });
        await().until(() ->
                fetching.getState() == Thread.State.TIMED_WAITING || fetching.getState() == Thread.State.WAITING);
        fetching.interrupt();
        assertThat(fetching.join(ofSeconds(1))).isTrue();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> {
            throw end.get();
        });
    }

    private static void selectInDatabase2(String key, String value) {
        redis.ask("DEL", key);
        redis.set(key, value);
        redis.ask("COPY", key, key, "DB", "2", "REPLACE");
        redis.ask("DEL", key);
    }

    private static long sentOctets() {
        return redis.ask("INFO", "stats")
                .lines()
                .filter(line -> line.startsWith("total_net_output_bytes:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .sum();
    }

    /** By the name of the command. */
    private static RawServer replying(UnaryOperator<String> reply) throws IOException {
        return new RawServer(socket -> {
            BufferedReader in = reader(socket);
            for (String command = command(in); !command.isEmpty(); command = command(in)) {
                RawServer.write(socket, reply.apply(command));
            }
        });
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The name of the next command; empty at the end. */
    private static String command(BufferedReader in) throws IOException {
        String words = in.readLine();
        if (words == null) {
            return "";
        }
        List<String> command = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(words.substring(1)); i++) {
            in.readLine();
            command.add(in.readLine());
        }
        return command.getFirst();
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("snowgate-redis") || name.startsWith("lettuce"))
                .toList();
    }
}
