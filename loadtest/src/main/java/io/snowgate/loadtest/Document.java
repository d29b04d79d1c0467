package io.snowgate.loadtest;

import java.util.Random;

/**
 * What every server serves: an election night like the demo's, rows that look alike with numbers that do not, the same
 * in every run.
 */
final class Document {

    static final int BYTES = 4_195;

    private static final int SEED = 1;
    private static final int MOST_PERCENT = 100;
    private static final int MOST_VOTES = 100_000;
    private static final String BEGIN = "{\"title\":\"Election night\",\"districts\":[";
    private static final String MIDDLE = "],\"note\":\"";
    private static final String END = "\"}";

    private Document() {}

    static String text() {
        Random random = new Random(SEED);
        StringBuilder json = new StringBuilder(BYTES).append(BEGIN);
        String row = row(1, random);
        for (int next = 2; json.length() + row.length() + MIDDLE.length() + END.length() <= BYTES; next++) {
            json.append(row);
            row = "," + row(next, random);
        }
        json.append(MIDDLE);
        return json.append(".".repeat(BYTES - json.length() - END.length()))
                .append(END)
                .toString();
    }

    private static String row(int district, Random random) {
        return "{\"district\":" + district
                + ",\"counted\":" + random.nextInt(MOST_PERCENT)
                + ",\"votes\":[" + random.nextInt(MOST_VOTES)
                + "," + random.nextInt(MOST_VOTES)
                + "," + random.nextInt(MOST_VOTES) + "]}";
    }
}
