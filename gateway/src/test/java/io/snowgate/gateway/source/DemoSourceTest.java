package io.snowgate.gateway.source;

import static java.util.stream.IntStream.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoSourceTest {

    private static final long NIGHT = 1_795_219_200L;

    @Test
    void showsTheSameBytesForTheSameSeedAndSecond() throws IOException {
        assertThat(new DemoSource(7, () -> NIGHT * 1_000).fetch())
                .isEqualTo(new DemoSource(7, () -> NIGHT * 1_000 + 999).fetch());
    }

    @Test
    void showsOtherCountsForAnotherSeed() {
        assertThat(votes(ElectionNight.at(7, NIGHT))).isNotEqualTo(votes(ElectionNight.at(8, NIGHT)));
    }

    @Test
    void beginsAnotherNightEveryQuarterOfAnHour() {
        ElectionNight last = ElectionNight.at(1, NIGHT + 899);
        ElectionNight first = ElectionNight.at(1, NIGHT + 900);
        assertThat(last.countedPercent()).isEqualTo(100);
        assertThat(first.countedPercent()).isLessThan(15);
        assertThat(votes(first)).isNotEqualTo(votes(ElectionNight.at(1, NIGHT)));
    }

    @Test
    void showsTheSecondItIsFrom() throws IOException {
        assertThat(json(1, NIGHT + 61)).contains("\"updated\":\"2026-11-21T00:01:01Z\"");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, -9_223_372_036_854_775_808L})
    void staysAboutFourKilobytesOfMinifiedJsonThroughTheNight(long seed) throws IOException {
        for (long second = NIGHT; second < NIGHT + 900; second += 3) {
            assertThat(json(seed, second)).hasSizeBetween(3_892, 4_400).doesNotContain("\n", "\": ", ", \"");
        }
    }

    @Test
    void changesFiveRowsEachSecondAndNeverLowersACount() {
        for (long second = NIGHT + 1; second < NIGHT + 900; second++) {
            List<List<Integer>> before = votes(ElectionNight.at(1, second - 1));
            List<List<Integer>> after = votes(ElectionNight.at(1, second));
            assertThat(range(0, before.size())
                            .filter(i -> !before.get(i).equals(after.get(i)))
                            .count())
                    .isEqualTo(5);
            assertThat(range(0, before.size())
                            .filter(i -> falls(before.get(i), after.get(i)))
                            .boxed())
                    .isEmpty();
        }
    }

    @Test
    void addsUp() {
        for (long second = NIGHT; second < NIGHT + 900; second += 7) {
            ElectionNight night = ElectionNight.at(1, second);
            assertThat(range(0, ElectionNight.PARTIES).mapToLong(night::votes).sum())
                    .isEqualTo(night.votes())
                    .isEqualTo(votes(night).stream()
                            .flatMap(List::stream)
                            .mapToLong(Integer::longValue)
                            .sum());
            assertThat(range(0, ElectionNight.PARTIES).map(night::seats).sum())
                    .isEqualTo(night.districts().size())
                    .isEqualTo(45);
        }
    }

    @Test
    void givesTheSeatToTheLeader() {
        ElectionNight night = ElectionNight.at(1, NIGHT + 450);
        for (ElectionNight.District district : night.districts()) {
            assertThat(district.votes()[district.leader()])
                    .isEqualTo(range(0, 4).map(i -> district.votes()[i]).max().orElseThrow());
        }
    }

    @Test
    void worksBefore1970() throws IOException {
        assertThat(json(1, -1)).contains("\"updated\":\"1969-12-31T23:59:59Z\"");
    }

    private static String json(long seed, long second) throws IOException {
        return new String(new DemoSource(seed, () -> second * 1_000).fetch(), StandardCharsets.UTF_8);
    }

    private static boolean falls(List<Integer> before, List<Integer> after) {
        return range(0, ElectionNight.PARTIES).anyMatch(party -> after.get(party) < before.get(party));
    }

    private static List<List<Integer>> votes(ElectionNight night) {
        return night.districts().stream()
                .map(district ->
                        range(0, 4).map(i -> district.votes()[i]).boxed().toList())
                .toList();
    }
}
