package io.snowgate.gateway.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What has been counted of one invented election at one second, from nothing but a seed and that second.
 *
 * <p>A night lasts {@value #NIGHT_SECONDS} s and begins where the Unix time is a whole multiple of it. A district reports
 * {@value #REPORTS} times, every {@value #REPORT_SECONDS} s at a second of its own, so that a ninth of the districts
 * changes each second. Each report adds votes for every party, by a hash of seed, night, district, report and party:
 * within a night no count falls.
 */
record ElectionNight(List<District> districts) {

    static final int PARTIES = 4;
    static final int NIGHT_SECONDS = 15 * 60;

    private static final int REPORT_SECONDS = 9;
    private static final int REPORTS = NIGHT_SECONDS / REPORT_SECONDS;

    /** Votes by post, counted before the night begins, as if that many reports were in. */
    private static final int EARLY_REPORTS = 12;

    private static final int MIN_REPORT_VOTES = 20;

    private static final List<String> NAMES = List.of("""
            Alderwick, Amberfield, Ashmoor, Birchhollow, Blackfen, Brightmere, Cedarholm, Clearbrook, Copperhill, \
            Dawnport, Duskvale, Eastmarch, Elmstead, Fallowmere, Ferncliff, Foxbarrow, Glasswick, Goldenrise, \
            Greyharbour, Hawthorpe, Hazelbury, Highlarch, Irongate Bay, Juniper Cross, Kestrel Point, Lakemoor, \
            Larkfield, Lowenstow, Maplecombe, Millstrand, Mistral Bay, Northlea, Oakenshore, Pinewatch, Quarrydale, \
            Ravensmoor, Redmarsh, Silverfold, Southmere Heath, Stonelow, Thistledown, Umberley, Westering, Willowgate, \
            Yarrowdene""".split(", ", -1));

    /**
     * One district.
     *
     * @param countedPercent how much of all its votes is counted; 100 only when all is
     * @param votes counted so far, by party
     */
    @SuppressWarnings("ArrayRecordComponent") // read by the writer beside it, never compared
    record District(String name, int countedPercent, int[] votes, int expectedVotes) {

        int total() {
            return Arrays.stream(votes).sum();
        }

        /** The party with most votes; of equals the first. */
        int leader() {
            int leader = 0;
            for (int party = 1; party < votes.length; party++) {
                leader = votes[party] > votes[leader] ? party : leader;
            }
            return leader;
        }
    }

    static ElectionNight at(long seed, long epochSecond) {
        long night = mix(seed ^ mix(Math.floorDiv(epochSecond, NIGHT_SECONDS)));
        int second = Math.floorMod(epochSecond, NIGHT_SECONDS);
        List<District> districts = new ArrayList<>(NAMES.size());
        for (int i = 0; i < NAMES.size(); i++) {
            districts.add(district(NAMES.get(i), mix(night + i), reports(i, second)));
        }
        return new ElectionNight(List.copyOf(districts));
    }

    long votes() {
        return districts.stream().mapToLong(District::total).sum();
    }

    long votes(int party) {
        return districts.stream().mapToLong(district -> district.votes()[party]).sum();
    }

    /** One seat a district, for now with whoever leads there. */
    int seats(int party) {
        return (int) districts.stream()
                .filter(district -> district.leader() == party)
                .count();
    }

    /** A party's share of what is counted, in thousandths, rounded. */
    long sharePermille(int party) {
        return (votes(party) * 2_000 / votes() + 1) / 2;
    }

    int countedPercent() {
        long expected = districts.stream().mapToLong(District::expectedVotes).sum();
        return (int) (votes() * 100 / expected);
    }

    /** How many reports of district {@code i} are in: spread over the list, so that no neighbours change together. */
    private static int reports(int i, int second) {
        int firstAt = i * 4 % REPORT_SECONDS;
        return Math.floorDiv(second - firstAt, REPORT_SECONDS) + 1;
    }

    private static District district(String name, long key, int reports) {
        int[] counted = new int[PARTIES];
        int expected = 0;
        for (int report = -EARLY_REPORTS; report < REPORTS; report++) {
            for (int party = 0; party < PARTIES; party++) {
                int votes = votes(key, report, party);
                expected += votes;
                counted[party] += report < reports ? votes : 0;
            }
        }
        int percent = (int) (Arrays.stream(counted).asLongStream().sum() * 100 / expected);
        return new District(name, percent, counted, expected);
    }

    /** The party's strength in the district and the luck of the report: 20 to some 300 votes. */
    private static int votes(long key, int report, int party) {
        long strength = Math.floorMod(mix(key * 31 + party), 100L);
        long luck = Math.floorMod(mix(mix(key + report) + party), 100L);
        return (int) (MIN_REPORT_VOTES + (100 + strength) * (50 + luck) / 100);
    }

    /** SplitMix64's finalizer: neighbouring numbers become unlike ones. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
