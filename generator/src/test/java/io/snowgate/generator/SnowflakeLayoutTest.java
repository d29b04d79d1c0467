package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The example of Twitter's API reference, "created_at": "2019-12-31T19:26:16.000Z". */
    @Test
    void decodesATweet() {
        long tweet = 1212092628029698048L;
        assertThat(Instant.ofEpochMilli(TWITTER.epochMillisOf(tweet)))
                .isBetween("2019-12-31T19:26:16Z", "2019-12-31T19:26:17Z");
    }

    /** The example of Discord's API reference; its 42nd time bit is still unused. */
    @Test
    void decodesADiscordIdByItsEpoch() {
        SnowflakeLayout discord = new SnowflakeLayout(41, 5, 5, 12, 1_420_070_400_000L);
        long id = 175928847299117063L;
        assertThat(Instant.ofEpochMilli(discord.epochMillisOf(id))).isEqualTo("2016-04-30T11:18:25.796Z");
        assertThat(discord.datacenterOf(id)).isEqualTo(1);
        assertThat(discord.workerOf(id)).isZero();
        assertThat(discord.workerIdOf(id)).isEqualTo(32);
        assertThat(discord.sequenceOf(id)).isEqualTo(7);
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
        "42, 5, 5, 12, 0, bits in all must be 1..63: 64",
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
}
