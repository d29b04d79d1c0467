package io.snowgate.gateway.state;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Election-like JSON of any length, of which some rows differ from version to version. */
public final class Documents {

    private Documents() {}

    /** {@code rows} rows, of which one in {@code oneIn} is another in each version. */
    public static byte[] document(int rows, int version, int oneIn) {
        Random same = new Random(1);
        StringBuilder json = new StringBuilder("{\"version\":").append(version).append(",\"rows\":[");
        for (int row = 0; row < rows; row++) {
            int votes = same.nextInt(100_000) + (row % oneIn == version % oneIn ? 7 * version : 0);
            json.append(row == 0 ? "" : ",")
                    .append("{\"name\":\"district ")
                    .append(same.nextInt(100_000))
                    .append("\",\"votes\":")
                    .append(votes)
                    .append('}');
        }
        return json.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
    }
}
