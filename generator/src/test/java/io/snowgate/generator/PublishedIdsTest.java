package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** IDs that others have issued and explained: each with the place where that is written. */
final class PublishedIdsTest {

    /**
     * Twitter's API reference shows this Tweet with {@code "created_at": "2019-12-31T19:26:16.000Z"}, whole seconds
     * (developer.x.com, Tweet object model).
     */
    @Test
    void aTweetOfTwittersDocumentation() {
        assertThat(twitter(1212092628029698048L).time()).isBetween("2019-12-31T19:26:16Z", "2019-12-31T19:26:17Z");
    }

    /** Taken apart in Wikipedia's article "Snowflake ID": machine 01 0111 1010, sequence 0. */
    @Test
    void aTweetOfWikipedia() {
        Snowflake tweet = twitter(1541815603606036480L);
        assertThat(tweet.time()).isEqualTo("2022-06-28T16:07:40.105Z");
        assertThat(tweet.workerId()).isEqualTo(0b01_0111_1010);
        assertThat(tweet.sequence()).isZero();
    }

    /** The example of discord.com/developers/docs/reference#snowflakes. */
    @Test
    void theDiscordIdOfItsDocumentation() {
        Snowflake id = new Snowflake(175928847299117063L, SnowflakeLayout.DISCORD);
        assertThat(id.time()).isEqualTo("2016-04-30T11:18:25.796Z");
        assertThat(id.datacenter()).as("internal worker ID").isEqualTo(1);
        assertThat(id.worker()).as("internal process ID").isZero();
        assertThat(id.workerId()).isEqualTo(32);
        assertThat(id.sequence()).as("increment").isEqualTo(7);
    }

    /**
     * The example of Instagram Engineering, "Sharding &amp; IDs at Instagram": 1387263000 ms, shard 1341, and the 5,001st
     * ID of its table.
     */
    @Test
    void theInstagramIdOfItsEngineers() {
        Snowflake id = new Snowflake((1387263000L << 23) | (1341L << 10) | (5001 % 1024), SnowflakeLayout.INSTAGRAM);
        assertThat(id.epochMillis() - SnowflakeLayout.INSTAGRAM.epochMillis()).isEqualTo(1387263000L);
        assertThat(id.worker()).isEqualTo(1341);
        assertThat(id.sequence()).isEqualTo(905);
    }

    /** A post as Instagram's API returned it in 2017, with {@code taken_at} 1488953054 (pastebin.com/4mFkNU2s). */
    @Test
    void aPostOnInstagram() {
        Snowflake post = new Snowflake(1465766914780715073L, SnowflakeLayout.INSTAGRAM);
        assertThat(post.time()).isEqualTo("2017-03-08T06:04:14.279Z");
        assertThat(post.time().getEpochSecond()).isEqualTo(1488953054);
    }

    /**
     * The example of npmjs.com/package/sonyflake, which has Sonyflake's fields, counts single milliseconds and begins
     * with 2020-05-18: machine 2, sequence 0, timestamp 1589832189861.
     */
    @Test
    void aSonyflake() {
        SnowflakeLayout layout = SnowflakeLayout.SONYFLAKE
                .withTick(Duration.ofMillis(1))
                .withEpoch(Instant.parse("2020-05-18T00:00:00Z"));
        Snowflake id = new Snowflake(1211144891006978L, layout);
        assertThat(id.epochMillis()).isEqualTo(1589832189861L);
        assertThat(id.worker()).isEqualTo(2);
        assertThat(id.sequence()).isZero();
    }

    /** As {@code toID} of sonyflake.go, version 2, puts it together. */
    @Test
    void aSonyflakeOfItsSource() {
        long elapsed = 123_456_789;
        long id = elapsed << (8 + 16) | 200L << 16 | 40_000L;
        assertThat(SnowflakeLayout.SONYFLAKE.compose(elapsed, 40_000, 200)).isEqualTo(id);
        assertThat(new Snowflake(id, SnowflakeLayout.SONYFLAKE).epochMillis())
                .isEqualTo(Instant.parse("2025-01-01T00:00:00Z").toEpochMilli() + elapsed * 10);
    }

    /** README of github.com/baidu/uid-generator: worker 4, sequence 9. Its time is counted from an older epoch. */
    @Test
    void theUidOfBaidusReadme() {
        Snowflake id = new Snowflake(180363646902239241L, SnowflakeLayout.BAIDU);
        assertThat(id.workerId()).isEqualTo(4);
        assertThat(id.sequence()).isEqualTo(9);
    }

    /** README of github.com/f4b6a3/tsid-creator: time component, random component and instant of one TSID. */
    @Test
    void theTsidOfItsReadme() {
        Snowflake id = new Snowflake(9153062458L << 22 | 305516, SnowflakeLayout.TSID);
        assertThat(id.time()).isEqualTo("2020-04-15T22:31:02.458Z");
    }

    /** The same README: a sequence of TSID strings; between the fourth and the last the millisecond changes. */
    @Test
    void theTsidStringsOfItsReadme() {
        assertThat(tsid("01226N0640J7M").id() - tsid("01226N0640J7K").id()).isEqualTo(1);
        assertThat(tsid("01226N0640J7T").id() - tsid("01226N0640J7K").id()).isEqualTo(7);
        assertThat(tsid("01226N0693HDA").epochMillis() - tsid("01226N0640J7T").epochMillis())
                .isEqualTo(1);
        assertThat(TextForm.BASE32.format(tsid("01226N0640J7K").id())).isEqualTo("01226N0640J7K");
    }

    private static Snowflake twitter(long id) {
        return new Snowflake(id, SnowflakeLayout.TWITTER);
    }

    private static Snowflake tsid(String text) {
        return Snowflake.parse(text, TextForm.BASE32, SnowflakeLayout.TSID);
    }
}
