package io.snowgate.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewaysTest {

    private static final URI A = URI.create("https://a:1");
    private static final URI B = URI.create("https://b:1");
    private static final URI C = URI.create("https://c:1");
    private static final URI PLAIN = URI.create("http://d:1");

    private final HandClock clock = new HandClock();

    @Test
    void asksTheOneThatAnsweredLast() {
        Gateways gateways = of(A, B);
        assertThat(gateways.choose().origin).isEqualTo(A);
        fail(gateways);
        Gateway second = gateways.choose();
        assertThat(second.origin).isEqualTo(B);
        gateways.answered(second);
        clock.pass(Duration.ofSeconds(1));
        assertThat(gateways.choose().origin).isEqualTo(B);
    }

    @Test
    void asksTheOneThatHasRestedMostWhenAllRest() {
        Gateways gateways = of(A, B);
        fail(gateways);
        clock.pass(Duration.ofMillis(5));
        fail(gateways);
        assertThat(gateways.choose().origin).isEqualTo(A);
        assertThat(restOf(gateways)).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void letsAGatewayRestTwiceAsLongAfterEachFailure() {
        Gateways gateways = of(A);
        for (long millis : new long[] {10, 20, 40, 80, 160, 320, 640, 640, 640}) {
            fail(gateways);
            assertThat(restOf(gateways)).isEqualTo(Duration.ofMillis(millis));
            clock.pass(restOf(gateways));
        }
        gateways.answered(gateways.choose());
        fail(gateways);
        assertThat(restOf(gateways)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void drawsUpToHalfOfTheRestByChance() {
        Gateways gateways = new Gateways(List.of(A), true, clock, () -> 0);
        fail(gateways);
        assertThat(restOf(gateways)).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void letsAGatewayRestForAsLongAsItAsks() {
        Gateways gateways = new Gateways(List.of(A), true, clock, () -> 0);
        gateways.failed(gateways.choose(), "503", Duration.ofSeconds(7).toNanos());
        assertThat(restOf(gateways)).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void takesWhatFailedTogetherForOneFailure() {
        Gateways gateways = of(A);
        Gateway gateway = gateways.choose();
        for (int i = 0; i < 50; i++) {
            gateways.failed(gateway, "gone", 0);
        }
        assertThat(restOf(gateways)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void asksOneThatFollowsAgainSoon() {
        Gateways gateways = of(A);
        for (int i = 0; i < 30; i++) {
            gateways.follows(gateways.choose(), "409");
            assertThat(restOf(gateways)).isBetween(Duration.ofMillis(10), Duration.ofMillis(80));
            clock.pass(restOf(gateways));
        }
    }

    @Test
    void remembersWhatWasWrongRatherThanThatTimeWasShort() {
        Gateways gateways = of(A);
        gateways.ranOut(gateways.choose(), "no answer within 1 ms");
        assertThat(gateways).hasToString("https://a:1: no answer within 1 ms");
        gateways.failed(gateways.choose(), "no such host", 0);
        gateways.ranOut(gateways.choose(), "no answer within 1 ms");
        assertThat(gateways).hasToString("https://a:1: no such host");
        assertThat(restOf(gateways)).isPositive();
    }

    @Test
    void prefersTheLeaderUnlessItRests() {
        Gateways gateways = of(A, B);
        gateways.prefer(B);
        assertThat(gateways.choose().origin).isEqualTo(B);
        fail(gateways);
        gateways.prefer(A);
        gateways.prefer(B);
        assertThat(gateways.choose().origin).isEqualTo(A);
        clock.pass(Duration.ofSeconds(1));
        assertThat(gateways.choose().origin).isEqualTo(A);
    }

    @Test
    void asksWhatItHasLearnedWhenTheOthersRest() {
        Gateways gateways = of(A);
        gateways.learn(List.of(A, B));
        assertThat(gateways.choose().origin).isEqualTo(A);
        fail(gateways);
        assertThat(gateways.choose().origin).isEqualTo(B);
    }

    @Test
    void forgetsWhoIsNoMemberAnyMoreButNotWhatItWasToldToAsk() {
        Gateways gateways = of(A);
        gateways.learn(List.of(B));
        gateways.learn(List.of(C));
        fail(gateways);
        assertThat(gateways.choose().origin).isEqualTo(C);
        assertThat(gateways).asString().contains(A.toString()).doesNotContain(B.toString());
    }

    @Test
    void keepsAskingTheOneItAsksWhenOthersBeforeItAreForgotten() {
        Gateways gateways = of(A);
        gateways.learn(List.of(B, C));
        gateways.prefer(C);
        gateways.learn(List.of(C));
        assertThat(gateways.choose().origin).isEqualTo(C);
    }

    @Test
    void isNeverLedFromHttpsToPlainHttp() {
        Gateways gateways = of(A);
        gateways.learn(List.of(PLAIN));
        gateways.prefer(PLAIN);
        assertThat(gateways.choose().origin).isEqualTo(A);
        fail(gateways);
        assertThat(gateways.choose().origin).isEqualTo(A);
        assertThat(gateways.needsNoIntroduction(PLAIN)).isTrue();
    }

    @Test
    void asksNobodyElseWithoutDiscovery() {
        Gateways gateways = new Gateways(List.of(A, B), false, clock, () -> 1);
        gateways.learn(List.of(C));
        gateways.prefer(C);
        assertThat(gateways.choose().origin).isEqualTo(A);
        assertThat(gateways).asString().doesNotContain(C.toString());
        gateways.prefer(B);
        assertThat(gateways.choose().origin).isEqualTo(B);
    }

    @Test
    void learnsOnlySoMany() {
        Gateways gateways = of(A);
        for (int i = 0; i < 1_000; i++) {
            gateways.prefer(URI.create("https://z" + i + ":1"));
        }
        assertThat(gateways.toString().split(";")).hasSize(17);
    }

    @Test
    void saysWhenAnotherOneAnswers() {
        Gateways gateways = of(A, B);
        Gateway first = gateways.choose();
        assertThat(gateways.answered(first)).isTrue();
        assertThat(gateways.answered(first)).isFalse();
        fail(gateways);
        assertThat(gateways.answered(gateways.choose())).isTrue();
    }

    /** Rests are as long as they may be. */
    private Gateways of(URI... origins) {
        return new Gateways(List.of(origins), true, clock, () -> 1);
    }

    private static void fail(Gateways gateways) {
        gateways.failed(gateways.choose(), "gone", 0);
    }

    private static Duration restOf(Gateways gateways) {
        return Duration.ofNanos(gateways.restNanos(gateways.choose()));
    }
}
