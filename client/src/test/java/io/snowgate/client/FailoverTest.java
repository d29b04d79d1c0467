package io.snowgate.client;

import static io.snowgate.client.ScriptedGateway.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowgate.client.SnowgateException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call does when gateways misbehave: real sockets, one gateway or two. */
class FailoverTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private ScriptedGateway gateway;
    private ScriptedGateway other;

    @BeforeEach
    void start() throws IOException {
        gateway = new ScriptedGateway();
        other = new ScriptedGateway().from(1_000_001);
    }

    @AfterEach
    void stop() {
        gateway.close();
        other.close();
    }

    @Test
    void skipsWhatWasInAnAnswerThatWasCutInTheMiddle() {
        gateway.next(gateway.cutsTheAnswer());
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").next()).isEqualTo(2);
        }
    }

    @Test
    void takesNoIdFromAnAnswerThatWasCutInTheMiddleOfIt() {
        gateway.from(1_234_567).next(gateway.cutsTheAnswer());
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.ids().next()).isEqualTo(1_234_577);
        }
    }

    @Test
    void skipsWhatWasInAnAnswerThatNeverCame() {
        gateway.next(gateway.cutsBeforeTheAnswer());
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").next()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "{\"name\":\"orders\",\"from\":1,\"to\":3}",
                "{\"name\":\"orders\",\"from\":0,\"to\":1}"
            })
    void asksAgainAfterRubbish(String rubbish) {
        gateway.next(says(200, rubbish));
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").next()).isEqualTo(1);
        }
    }

    @Test
    void asksAgainAfterAnAnswerThatHasNoEnd() {
        gateway.next(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                exchange.getResponseBody().write(new byte[8_192]);
            }
        });
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .timeout(LONG)
                .attemptTimeout(LONG)
                .build()) {
            assertThat(client.sequence("orders").next()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void asksAgainAfterWhatPasses(int status) {
        gateway.next(says(status, "not now")).next(says(status, "not now"));
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").next()).isEqualTo(1);
        }
        assertThat(gateway.asked()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 422, 501, 507})
    void doesNotAskAgainAfterARefusal(int status) {
        gateway.next(says(status, "{\"title\":\"No\",\"detail\":\"not like this: 7\"}"));
        try (SnowgateClient client = client(gateway)) {
            assertThatThrownBy(() -> client.sequence("orders").next())
                    .isInstanceOfSatisfying(SnowgateException.class, refused -> {
                        assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
                        assertThat(refused.status()).isEqualTo(status);
                    })
                    .hasMessage(gateway.address() + " refuses: " + status + " not like this: 7");
        }
        assertThat(gateway.asked()).hasSize(1);
    }

    @Test
    void leavesAGatewayAloneForAsLongAsItAsks() {
        gateway.next(says(503, "not now", "Retry-After", "1"));
        try (SnowgateClient client = client(gateway)) {
            long began = System.nanoTime();
            assertThat(client.sequence("orders").next()).isEqualTo(1);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void asksAnotherOneMeanwhile() {
        other.always(says(503, "not now", "Retry-After", "3600"));
        try (SnowgateClient client = client(gateway, other)) {
            for (int value = 1; value <= 5; value++) {
                assertThat(client.sequence("orders").next()).isEqualTo(value);
            }
        }
        assertThat(other.asked()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void saysSoAtOnceWhenNoGatewayWantsToBeAskedInTime() {
        gateway.always(says(503, "closed for today", "Retry-After", "3600"));
        try (SnowgateClient client = client(gateway)) {
            assertThatThrownBy(() -> client.sequence("orders").next())
                    .isInstanceOfSatisfying(SnowgateException.class, failure -> {
                        assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
                        assertThat(failure.status()).isEqualTo(503);
                    })
                    .hasMessageContaining("closed for today");
        }
        assertThat(gateway.asked()).hasSize(1);
    }

    @Test
    void goesToAnotherGatewayWhenOneIsGone() {
        try (SnowgateClient client = client(gateway, other)) {
            Sequence orders = client.sequence("orders");
            long first = orders.next();
            (first == 1 ? gateway : other).close();
            assertThat(orders.next()).isEqualTo(first == 1 ? 1_000_001 : 1);
        }
    }

    @Test
    void goesToAnotherGatewayWhenOneIsSilent() {
        other.always(ScriptedGateway.isSilent());
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .address(other.address())
                .attemptTimeout(Duration.ofMillis(200))
                .timeout(LONG)
                .build()) {
            for (int value = 1; value <= 5; value++) {
                assertThat(client.sequence("orders").next()).isEqualTo(value);
            }
        }
    }

    @Test
    void givesUpInTimeWhenAllAreSilent() {
        gateway.always(ScriptedGateway.isSilent());
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .timeout(Duration.ofMillis(300))
                .build()) {
            long began = System.nanoTime();
            assertThatThrownBy(() -> client.sequence("orders").next())
                    .isInstanceOfSatisfying(
                            SnowgateException.class,
                            failure -> assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE))
                    .hasMessageContaining("/sequence/orders")
                    .hasMessageContaining("within PT0.3S")
                    .hasMessageContaining("no answer within");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void givesUpInTimeWhenAnAnswerTricklesIn() {
        gateway.always(exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            for (int i = 0; i < 1_000; i++) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
                ScriptedGateway.rest(50);
            }
        });
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .timeout(Duration.ofMillis(300))
                .build()) {
            long began = System.nanoTime();
            assertThatThrownBy(() -> client.sequence("orders").next()).isInstanceOf(SnowgateException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void namesEachGatewayAndWhatIsWrongWithIt() throws IOException {
        gateway.close();
        other.always(says(500, "raft leadership not ready"));
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .address(other.address())
                .timeout(Duration.ofSeconds(3))
                .build()) {
            assertThatThrownBy(() -> client.sequence("orders").next())
                    .hasMessageContaining(gateway.address() + ": java.net.ConnectException")
                    .hasMessageContaining(other.address() + ": 500 raft leadership not ready");
        }
    }

    @Test
    void endsWhatIsUnderWayWhenItIsClosedAndTakesNoMore() {
        gateway.always(ScriptedGateway.isSilent());
        SnowgateClient client = client(gateway);
        CompletableFuture<Long> underWay = client.sequence("orders").nextAsync();
        await().until(() -> !gateway.asked().isEmpty());
        client.close();

        assertThat(underWay)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SnowgateException.class)
                .withMessageContaining("closed");
        assertThatThrownBy(() -> client.sequence("orders").next())
                .isInstanceOfSatisfying(
                        SnowgateException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
        assertThatThrownBy(() -> client.timestamps().nextAsync().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SnowgateException.class);
    }

    @Test
    void endsAlsoWhatWaitsForAGatewayToHaveRestedWhenItIsClosed() {
        gateway.always(says(503, "not now", "Retry-After", "15"));
        SnowgateClient client = client(gateway);
        CompletableFuture<Long> waiting = client.sequence("orders").nextAsync();
        await().until(() -> !gateway.asked().isEmpty());
        client.close();

        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("closed");
    }

    @Test
    void stopsWaitingWhenTheThreadIsInterruptedAndLeavesItSo() throws Exception {
        gateway.always(ScriptedGateway.isSilent());
        try (SnowgateClient client = client(gateway)) {
            AtomicReference<Reason> reason = new AtomicReference<>();
            CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
            Thread waiting = new Thread(() -> {
                try {
                    long unused = client.sequence("orders").next();
                } catch (SnowgateException e) {
                    reason.set(e.reason());
                }
                stillInterrupted.complete(Thread.currentThread().isInterrupted());
            });
            waiting.start();
            await().until(() -> !gateway.asked().isEmpty());
            waiting.interrupt();

            assertThat(stillInterrupted.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(reason).hasValue(Reason.INTERRUPTED);
        }
    }

    @Test
    void keepsWhatDependsOnAnAnswerOffTheThreadThatReadsAnswers() throws Exception {
        gateway.always(exchange -> {
            ScriptedGateway.rest(50);
            gateway.behave(exchange);
        });
        try (SnowgateClient client = client(gateway)) {
            CompletableFuture<Long> inner = client.sequence("orders")
                    .nextAsync()
                    .thenApply(first -> client.sequence("orders").next());
            assertThat(inner.get(30, TimeUnit.SECONDS)).isEqualTo(2);
        }
    }

    @Test
    void followsARedirectToAGatewayItDoesNotKnow() {
        gateway.always(says(307, "", "Location", other.address() + "/sequence/orders?n=1"));
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").next()).isEqualTo(1_000_001);
            assertThat(client.sequence("orders").next()).isEqualTo(1_000_002);
        }
        assertThat(gateway.asked()).hasSize(1);
    }

    @Test
    void givesUpInTimeWhenTwoGatewaysPointToEachOther() {
        gateway.always(says(307, "", "Location", other.address() + "/"));
        other.always(says(307, "", "Location", gateway.address() + "/"));
        try (SnowgateClient client = SnowgateClient.builder()
                .address(gateway.address())
                .timeout(Duration.ofMillis(700))
                .build()) {
            assertThatThrownBy(() -> client.sequence("orders").next()).hasMessageContaining("points to");
        }
        assertThat(gateway.asked()).hasSizeLessThan(100);
    }

    @Test
    void keepsItsConnection() {
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.sequence("orders").stream().limit(200)).hasSize(200);
        }
        assertThat(gateway.connections()).isEqualTo(1);
    }

    @Test
    void needsNoThreadOfTheCommonPoolForAnAnswer() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<CompletableFuture<Void>> busy = new ArrayList<>();
        for (int i = 0; i < 4 * ForkJoinPool.getCommonPoolParallelism(); i++) {
            busy.add(CompletableFuture.runAsync(() -> hold(release)));
        }
        try (SnowgateClient client = client(gateway)) {
            gateway.next(says(503, "not now"));
            assertThat(client.sequence("orders").next()).isEqualTo(1);
            assertThat(client.sequence("orders", 2).stream().limit(5)).hasSize(5);
        } finally {
            release.countDown();
        }
        busy.forEach(CompletableFuture::join);
    }

    @Test
    void givesIds() {
        gateway.next(says(503, "not now"));
        try (SnowgateClient client = client(gateway)) {
            assertThat(client.ids().next()).isEqualTo(1);
            assertThat(client.ids().next(3)).containsExactly(11, 21, 31);
            assertThat(client.ids().nextAsync().join()).isEqualTo(41);
            assertThat(client.ids().stream().limit(2)).containsExactly(51L, 61L);
        }
    }

    /** So that the pool does not notice, and gets no more threads. */
    private static void hold(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SnowgateClient client(ScriptedGateway... gateways) {
        SnowgateClient.Builder builder = SnowgateClient.builder().timeout(LONG);
        for (ScriptedGateway gateway : gateways) {
            builder.address(gateway.address());
        }
        return builder.build();
    }
}
