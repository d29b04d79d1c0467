package io.snowgate.client;

import static io.snowgate.client.ScriptedGateway.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowgate.client.ScriptedGateway.Asked;
import io.snowgate.client.SnowgateException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceTest {

    private ScriptedGateway gateway;
    private SnowgateClient client;

    @BeforeEach
    void start() throws IOException {
        gateway = new ScriptedGateway();
        client = SnowgateClient.builder()
                .address(gateway.address())
                .timeout(Duration.ofSeconds(30))
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        gateway.close();
    }

    @Test
    void asksForEachValueByItselfWithoutABuffer() {
        Sequence orders = client.sequence("orders");
        assertThat(orders.name()).isEqualTo("orders");
        assertThat(orders.next()).isEqualTo(1);
        assertThat(orders.next(3)).isEqualTo(new Range(2, 5));
        assertThat(orders.nextAsync().join()).isEqualTo(5);
        assertThat(orders.nextAsync(2).join()).isEqualTo(new Range(6, 8));
        assertThat(orders.stream().limit(2)).containsExactly(8L, 9L);
        assertThat(gateway.asked())
                .extracting(Asked::target)
                .containsExactly(
                        "/sequence/orders?n=1",
                        "/sequence/orders?n=3",
                        "/sequence/orders?n=1",
                        "/sequence/orders?n=2",
                        "/sequence/orders?n=1",
                        "/sequence/orders?n=1");
        assertThat(gateway.asked()).extracting(Asked::method).containsOnly("POST");
        assertThat(gateway.asked()).extracting(Asked::key).containsOnlyNulls();
    }

    @Test
    void sendsTheSameKeyWithEachAttemptOfAStrictCallAndSoLosesNothing() {
        gateway.next(gateway.cutsTheAnswer()).next(gateway.cutsBeforeTheAnswer());
        Sequence orders = client.strictSequence("orders");
        assertThat(orders.next(2)).isEqualTo(new Range(1, 3));
        assertThat(orders.next()).isEqualTo(3);

        List<Asked> asked = gateway.asked();
        assertThat(asked).extracting(Asked::target).contains("/sequence/orders?order=strict&n=2");
        List<String> keys = asked.stream().map(Asked::key).distinct().toList();
        assertThat(keys).hasSize(2).allMatch(key -> key.matches("[A-Za-z0-9_-]{22}-[a-z0-9]+"));
        assertThat(asked.stream().limit(3)).extracting(Asked::key).containsOnly(keys.get(0));
    }

    @Test
    void givesEachClientKeysOfItsOwn() {
        assertThat(new IdempotencyKeys().get()).isNotEqualTo(new IdempotencyKeys().get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1024})
    void givesEveryValueInOrderFromABuffer(int bufferSize) {
        assertThat(client.sequence("orders", bufferSize).stream().limit(3_000))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 3_000).boxed().toList());
        assertThat(gateway.asked()).extracting(Asked::target).containsOnly("/sequence/orders?n=" + bufferSize);
        assertThat(gateway.asked()).hasSizeBetween(3_000 / bufferSize, 3_000 / bufferSize + 2);
    }

    @Test
    void asksForMoreWhenHalfIsUsedAndNotBefore() {
        Sequence orders = client.sequence("orders", 10);
        take(orders, 5);
        await().during(Duration.ofMillis(300)).until(() -> gateway.asked().size() == 1);
        take(orders, 1);
        await().untilAsserted(() -> assertThat(gateway.asked()).hasSize(2));
    }

    @Test
    void goesOnFromTheBufferWhileTheGatewayIsSilent() {
        Sequence orders = client.sequence("orders", 10);
        take(orders, 6);
        await().untilAsserted(() -> assertThat(gateway.asked()).hasSize(2));
        gateway.always(ScriptedGateway.isSilent());
        assertThat(take(orders, 14)).endsWith(18L, 19L, 20L);
    }

    @Test
    void takesRunsFromTheBufferWhereTheyFitAndPastItWhereTheyDoNot() {
        Sequence orders = client.sequence("orders", 10);
        assertThat(orders.next(4)).isEqualTo(new Range(1, 5));
        assertThat(gateway.asked()).hasSize(1);
        assertThat(orders.next(4)).isEqualTo(new Range(5, 9));
        await().untilAsserted(() -> assertThat(gateway.asked()).hasSize(2));
        assertThat(orders.next(3)).isEqualTo(new Range(21, 24));
        assertThat(orders.next(25)).isEqualTo(new Range(24, 49));
        assertThat(take(orders, 3)).containsExactly(9L, 10L, 11L);
    }

    @Test
    void buffersWithoutWaitingToo() {
        Sequence orders = client.sequence("orders", 10);
        List<CompletableFuture<Range>> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            asked.add(orders.nextAsync(1));
        }
        assertThat(asked.stream().map(CompletableFuture::join).map(Range::from))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(orders.nextAsync().join()).isEqualTo(101);
    }

    @Test
    void recoversWhenABufferCouldNotBeFilledAhead() {
        Sequence orders = client.sequence("orders", 2);
        assertThat(orders.next()).isEqualTo(1);
        gateway.next(says(400, "not this time"));
        assertThat(orders.next()).isEqualTo(2);
        await().untilAsserted(() -> assertThat(gateway.asked()).hasSize(2));
        await().untilAsserted(() -> assertThat(valueOrRefusal(orders)).isEqualTo(3));
    }

    @Test
    void forgetsItsBufferWhenTheClientIsClosed() {
        Sequence orders = client.sequence("orders", 1_000);
        assertThat(orders.next()).isEqualTo(1);
        client.close();
        assertThatThrownBy(orders::next)
                .isInstanceOfSatisfying(
                        SnowgateException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 1024})
    void givesNoValueTwiceToManyThreadsWhateverTheGatewayDoes(int bufferSize) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        misbehaveNowAndThen(new Random(seed));
        Sequence orders = client.sequence("orders", bufferSize);
        Set<Long> all = ConcurrentHashMap.newKeySet();
        int each = bufferSize == 0 ? 100 : 500;

        inThreads(4, () -> {
            long last = 0;
            for (int i = 0; i < each; i++) {
                long value = orders.next();
                assertThat(all.add(value))
                        .as("-Dseed=%d: %d twice", seed, value)
                        .isTrue();
                assertThat(value).as("-Dseed=%d", seed).isGreaterThan(last);
                last = value;
            }
            return last;
        });

        assertThat(all).hasSize(4 * each);
    }

    private void misbehaveNowAndThen(Random random) {
        gateway.always(exchange -> {
            int chance;
            synchronized (random) {
                chance = random.nextInt(40);
            }
            switch (chance) {
                case 0 -> gateway.cutsTheAnswer().answer(exchange);
                case 1 -> gateway.cutsBeforeTheAnswer().answer(exchange);
                case 2 -> says(503, "not now").answer(exchange);
                case 3 -> says(200, "rubbish").answer(exchange);
                default -> gateway.behave(exchange);
            }
        });
    }

    private static <T> void inThreads(int count, Callable<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(task));
            }
            for (Future<T> one : running) {
                T unused = one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long valueOrRefusal(Sequence sequence) {
        try {
            return sequence.next();
        } catch (SnowgateException e) {
            return -1;
        }
    }

    private static List<Long> take(Sequence sequence, int count) {
        return sequence.stream().limit(count).boxed().toList();
    }
}
