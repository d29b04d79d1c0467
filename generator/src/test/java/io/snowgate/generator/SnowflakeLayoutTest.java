package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.snowgate.generator.SnowflakeLayout.Order;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SnowflakeLayoutTest {

    @Test
    void twitterHasTheCeilingsOfItsWidths() {
        assertThat(TWITTER.bits()).isEqualTo(63);
        assertThat(TWITTER.workerIdBits()).isEqualTo(10);
        assertThat(TWITTER.maxWorkerId()).isEqualTo(1023);
        assertThat(TWITTER.maxDatacenter()).isEqualTo(31);
        assertThat(TWITTER.maxWorker()).isEqualTo(31);
        assertThat(TWITTER.maxSequence()).isEqualTo(4095);
        assertThat(TWITTER.idsPerTick()).isEqualTo(4096);
        assertThat(TWITTER.maxId()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void twitterLastsFrom2010To2080() {
        assertThat(TWITTER.firstInstant()).isEqualTo(Instant.parse("2010-11-04T01:42:54.657Z"));
        assertThat(TWITTER.lastInstant()).isEqualTo(Instant.parse("2080-07-10T17:30:30.208Z"));
    }

    @Test
    void composesAsTwitterShifts() {
        long id = TWITTER.compose(123_456_789L, TWITTER.workerId(17, 9), 42);
        assertThat(id).isEqualTo((123_456_789L << 22) | (17L << 17) | (9L << 12) | 42L);
    }

    @Test
    void theHighestPartsMakeTheHighestId() {
        assertThat(TWITTER.compose(TWITTER.maxTick(), 1023, 4095)).isEqualTo(TWITTER.maxId());
    }

    @Test
    void consecutivePositionsFlowOverIntoTheNextMillisecond() {
        long last = TWITTER.firstPositionAt(TWITTER.epochMillis() + 5) + 4095;
        assertThat(TWITTER.idAt(last, 7)).isEqualTo(TWITTER.compose(5, 7, 4095));
        assertThat(TWITTER.idAt(last + 1, 7)).isEqualTo(TWITTER.compose(6, 7, 0));
    }

    @Test
    void positionsEndWithTheLayout() {
        SnowflakeLayout oneDay = new SnowflakeLayout(27, 0, 0, 2, 0);
        long lastMillis = oneDay.lastMillis();
        assertThat(oneDay.endPositionAt(lastMillis, 0)).isEqualTo(1L << 29);
        assertThat(oneDay.endPositionAt(lastMillis, 1_000)).isEqualTo(1L << 29);
    }

    @Test
    void positionsOfSixtyThreeBitsDoNotOverflow() {
        SnowflakeLayout noWorkers = new SnowflakeLayout(41, 0, 0, 22, 0);
        assertThat(noWorkers.endPositionAt(noWorkers.lastMillis(), 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(noWorkers.endPositionAt(noWorkers.lastMillis() - 1, 0)).isEqualTo(Long.MAX_VALUE - (1L << 22) + 1);
    }

    @Test
    void spansItsFirstAndLastMillisecondAndNoMore() {
        assertThat(TWITTER.spans(TWITTER.epochMillis())).isTrue();
        assertThat(TWITTER.spans(TWITTER.lastMillis())).isTrue();
        assertThat(TWITTER.spans(TWITTER.epochMillis() - 1)).isFalse();
        assertThat(TWITTER.spans(TWITTER.lastMillis() + 1)).isFalse();
        assertThat(TWITTER.spans(Long.MIN_VALUE)).isFalse();
        assertThat(TWITTER.spans(Long.MAX_VALUE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 5, 12, 0, time bits must be 1..62: 0",
        "63, 0, 0, 0, 0, time bits must be 1..62: 63",
        "41, -1, 5, 12, 0, datacenter bits must be 0..31: -1",
        "41, 5, 32, 12, 0, worker bits must be 0..31: 32",
        "41, 5, 5, 2147483647, 0, sequence bits must be 0..31: 2147483647",
        "1, 16, 16, 12, 0, datacenter and worker bits must be 0..31: 32",
        "43, 5, 5, 12, 0, bits in all must be 1..64: 65",
        "41, 5, 5, 12, -1, epoch in ms must be 0..9223369837831520256: -1",
        "62, 0, 0, 0, 4611686018427387905, epoch in ms must be 0..4611686018427387904: 4611686018427387905",
    })
    void refusesTheImpossibleByNameAndValue(
            int time, int datacenter, int worker, int sequence, long epochMillis, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(time, datacenter, worker, sequence, epochMillis))
                .withMessage(message);
    }

    @Test
    void combinesDatacenterAndWorker() {
        assertThat(TWITTER.workerId(0, 0)).isZero();
        assertThat(TWITTER.workerId(1, 0)).isEqualTo(32);
        assertThat(TWITTER.workerId(31, 31)).isEqualTo(1023);
    }

    @Test
    void refusesDatacenterAndWorkerOutOfRangeByNameAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.workerId(32, 0))
                .withMessage("datacenter id must be 0..31: 32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.workerId(0, -1))
                .withMessage("worker id within the datacenter must be 0..31: -1");
    }

    @Test
    void refusesToComposeWhatDoesNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.compose(1L << 41, 0, 0))
                .withMessage("time must be 0..2199023255551: 2199023255552");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.compose(0, 4096, 0))
                .withMessage("worker id must be 0..1023: 4096");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.compose(0, 0, 4096))
                .withMessage("sequence must be 0..4095: 4096");
    }

    @Test
    void refusesToDecodeWhatIsNoIdOfTheLayout() {
        SnowflakeLayout small = new SnowflakeLayout(20, 0, 4, 4, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.epochMillisOf(1L << 28))
                .withMessage("id must be 0..268435455: 268435456");
        assertThatIllegalArgumentException().isThrownBy(() -> small.workerIdOf(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> small.sequenceOf(-1));
    }

    @ParameterizedTest
    @CsvSource({
        "twitter, 63, 1023, 4096, 2010-11-04T01:42:54.657Z, 2080-07-10T17:30:30.208Z",
        "js-safe-53, 53, 31, 128, 2025-01-01T00:00:00Z, 2094-09-07T15:47:35.551Z",
        "sharded-41-11-12, 64, 2047, 4096, 2010-11-04T01:42:54.657Z, 2080-07-10T17:30:30.207Z",
        "discord, 64, 1023, 4096, 2015-01-01T00:00:00Z, 2154-05-15T07:35:11.102Z",
        "instagram, 64, 8191, 1024, 2011-08-24T21:07:01.721Z, 2081-04-30T12:54:37.271Z",
        "sonyflake, 63, 65535, 256, 2025-01-01T00:00:00Z, 2199-03-19T03:28:58.879Z",
        "baidu, 63, 4194303, 8192, 2016-05-19T16:00:00Z, 2024-11-20T13:24:15.999Z",
        "tsid, 64, 1023, 4096, 2020-01-01T00:00:00Z, 2159-05-15T07:35:11.102Z",
    })
    void everyPresetKnowsItsCeiling(
            String name, int bits, int maxWorkerId, long idsPerTick, Instant first, Instant last) {
        SnowflakeLayout layout = SnowflakeLayout.named(name);
        assertThat(layout.bits()).isEqualTo(bits);
        assertThat(layout.maxWorkerId()).isEqualTo(maxWorkerId);
        assertThat(layout.idsPerTick()).isEqualTo(idsPerTick);
        assertThat(layout.firstInstant()).isEqualTo(first);
        assertThat(layout.lastInstant()).isEqualTo(last);
    }

    @Test
    void everyNameNamesALayout() {
        assertThat(SnowflakeLayout.names())
                .containsExactly(
                        "twitter",
                        "js-safe-53",
                        "sharded-41-11-12",
                        "discord",
                        "instagram",
                        "sonyflake",
                        "baidu",
                        "tsid");
    }

    @Test
    void refusesAnotherNameAndSaysWhichThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.named("Twitter"))
                .withMessage(
                        "layout must be one of twitter, js-safe-53, sharded-41-11-12, discord, instagram, sonyflake,"
                                + " baidu, tsid: Twitter");
    }

    @Test
    void onlyFiftyThreeBitsAreSafeInJavaScript() {
        assertThat(SnowflakeLayout.names().stream()
                        .filter(name -> SnowflakeLayout.named(name).isSafeInJavaScript()))
                .containsExactly("js-safe-53");
        assertThat(SnowflakeLayout.JS_SAFE_53.maxId()).isEqualTo((1L << 53) - 1);
        assertThat(new SnowflakeLayout(41, 0, 6, 7, 0).isSafeInJavaScript()).isFalse();
    }

    @Test
    void knowsHowManySecondsAreLeft() {
        HandClock clock = new HandClock(TWITTER.lastMillis());
        assertThat(TWITTER.secondsLeft(clock)).isZero();
        clock.advance(-1_000);
        assertThat(TWITTER.secondsLeft(clock)).isEqualTo(1);
        clock.advance(2_000);
        assertThat(TWITTER.secondsLeft(clock)).isZero();
        clock.set(Long.MIN_VALUE);
        assertThat(TWITTER.secondsLeft(clock)).isEqualTo(TWITTER.lastMillis() / 1_000);
    }

    /** Case 96. */
    @Test
    void refusesAClockBeforeItsEpochOrAfterItsEnd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> TWITTER.requireTime(() -> TWITTER.epochMillis() - 1))
                .withMessage("clock must be 2010-11-04T01:42:54.657Z..2080-07-10T17:30:30.208Z:"
                        + " 2010-11-04T01:42:54.656Z");
        assertThatIllegalStateException()
                .isThrownBy(() -> SnowflakeLayout.BAIDU.requireTime(() -> 1_800_000_000_000L))
                .withMessage("clock must be 2016-05-19T16:00:00Z..2024-11-20T13:24:15.999Z: 2027-01-15T08:00:00Z");
        assertThatNoException().isThrownBy(() -> TWITTER.requireTime(TWITTER::epochMillis));
        assertThatNoException().isThrownBy(() -> TWITTER.requireTime(TWITTER::lastMillis));
    }

    @ParameterizedTest
    @CsvSource({
        "DATACENTER_WORKER_SEQUENCE, 0b1_101_01_0011",
        "WORKER_DATACENTER_SEQUENCE, 0b1_01_101_0011",
        "DATACENTER_SEQUENCE_WORKER, 0b1_101_0011_01",
        "WORKER_SEQUENCE_DATACENTER, 0b1_01_0011_101",
        "SEQUENCE_DATACENTER_WORKER, 0b1_0011_101_01",
        "SEQUENCE_WORKER_DATACENTER, 0b1_0011_01_101",
    })
    void putsTheFieldsInTheOrderOfItsName(Order order, String bits) {
        SnowflakeLayout layout = new SnowflakeLayout(20, 3, 2, 4, 0).withOrder(order);
        long id = layout.compose(1, layout.workerId(0b101, 0b01), 0b0011);
        assertThat(Long.toBinaryString(id)).isEqualTo(bits.substring(2).replace("_", ""));
    }

    @Test
    void ticksOfTenMillisecondsHoldTenMilliseconds() {
        SnowflakeLayout layout = SnowflakeLayout.SONYFLAKE;
        long epoch = layout.epochMillis();
        assertThat(layout.firstPositionAt(epoch + 9)).isZero();
        assertThat(layout.firstPositionAt(epoch + 10)).isEqualTo(256);
        assertThat(layout.endPositionAt(epoch, 9)).isEqualTo(256);
        assertThat(layout.endPositionAt(epoch, 10)).isEqualTo(512);
        assertThat(layout.millisAt(511)).isEqualTo(epoch + 10);
        assertThat(layout.spans(layout.lastMillis())).isTrue();
        assertThat(layout.spans(layout.lastMillis() + 1)).isFalse();
    }

    @Test
    void idsOfSixtyFourBitsAreUnsigned() {
        SnowflakeLayout layout = SnowflakeLayout.SHARDED_41_11_12;
        long id = layout.compose(1L << 40, 2047, 4095);
        assertThat(id).isEqualTo(Long.MIN_VALUE | (1 << 23) - 1);
        assertThat(layout.contains(-1)).isTrue();
        assertThat(layout.epochMillisOf(id)).isEqualTo(layout.epochMillis() + (1L << 40));
        assertThat(layout.workerIdOf(id)).isEqualTo(2047);
        assertThat(layout.sequenceOf(id)).isEqualTo(4095);
    }

    @Test
    void layoutsOfTheSameBitsAreEqual() {
        assertThat(new SnowflakeLayout(41, 5, 5, 12, 1_288_834_974_657L))
                .isEqualTo(TWITTER)
                .hasSameHashCodeAs(TWITTER)
                .isNotEqualTo(TWITTER.withEpoch(Instant.EPOCH))
                .isNotEqualTo(TWITTER.withTick(Duration.ofMillis(10)))
                .isNotEqualTo(TWITTER.withOrder(Order.SEQUENCE_DATACENTER_WORKER));
        assertThat(TWITTER.withEpoch(Instant.parse("2010-11-04T01:42:54.657Z"))).isEqualTo(TWITTER);
    }

    @Test
    void saysItsFieldsFromHighToLow() {
        assertThat(TWITTER)
                .hasToString("time 41, datacenter 5, worker 5, sequence 12, tick 1 ms, epoch 2010-11-04T01:42:54.657Z");
        assertThat(SnowflakeLayout.SONYFLAKE)
                .hasToString("time 39, sequence 8, datacenter 0, worker 16, tick 10 ms, epoch 2025-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.001S", "PT0.0015S", "PT1M0.001S", "PT9223372036854775807S"})
    void refusesATickThatIsNoWholeNumberOfMilliseconds(Duration tick) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.withTick(tick))
                .withMessage("tick must be whole milliseconds, PT0.001S..PT1M: " + tick);
    }

    @Test
    void refusesMoreTimeThanThereIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(62, 0, 0, 0, 0).withTick(Duration.ofSeconds(1)))
                .withMessage("time bits must be 1..52: 62");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(62, 0, 0, 2, 0))
                .withMessage("time and sequence bits must be 1..63: 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TWITTER.withEpoch(Instant.ofEpochSecond(0, 1)))
                .withMessage("epoch must be whole milliseconds: 1970-01-01T00:00:00.000000001Z");
    }
}
