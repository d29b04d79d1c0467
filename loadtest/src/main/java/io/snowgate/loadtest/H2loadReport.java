package io.snowgate.loadtest;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What h2load prints at its end.
 *
 * @param total requests, of those that count
 * @param succeeded those whose answers, of 200 to 399, came to their ends
 * @param byClass answers by the hundreds of their status, from 200 on; also of those that were under way at the end
 */
record H2loadReport(long total, long succeeded, List<Long> byClass, double seconds, String cipher) {

    private static final Pattern REQUESTS = Pattern.compile("requests: (\\d+) total, .* (\\d+) succeeded, .*");
    private static final Pattern STATUSES =
            Pattern.compile("status codes: (\\d+) 2xx, (\\d+) 3xx, (\\d+) 4xx, (\\d+) 5xx");
    private static final Pattern FINISHED = Pattern.compile("finished in ([\\d.]+)(s|ms|us), .*");
    private static final Pattern CIPHER = Pattern.compile("Cipher: (.*)");
    private static final int FIRST_CLASS = 2;

    static Optional<H2loadReport> parse(List<String> lines) {
        Optional<MatchResult> requests = find(REQUESTS, lines);
        Optional<MatchResult> statuses = find(STATUSES, lines);
        Optional<MatchResult> finished = find(FINISHED, lines);
        if (requests.isEmpty() || statuses.isEmpty() || finished.isEmpty()) {
            return Optional.empty();
        }
        MatchResult found = statuses.get();
        List<Long> byClass = List.of(number(found, 1), number(found, 2), number(found, 3), number(found, 4));
        String cipher = find(CIPHER, lines).map(line -> line.group(1)).orElse("");
        MatchResult counted = requests.get();
        return Optional.of(
                new H2loadReport(number(counted, 1), number(counted, 2), byClass, seconds(finished.get()), cipher));
    }

    private static Optional<MatchResult> find(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .findFirst();
    }

    private static long number(MatchResult found, int group) {
        return Long.parseLong(found.group(group));
    }

    private static double seconds(MatchResult found) {
        double value = Double.parseDouble(found.group(1));
        return switch (found.group(2)) {
            case "ms" -> value / 1e3;
            case "us" -> value / 1e6;
            default -> value;
        };
    }

    long answered(int statusClass) {
        return byClass.get(statusClass - FIRST_CLASS);
    }

    /**
     * Requests that got another answer than they should, or none. Not what is left of {@code total} without the right
     * answers: HTTP/2 counts those whose bodies were still under way, too.
     */
    long errors(int expectedClass) {
        return total - succeeded + answered(expectedClass == FIRST_CLASS ? FIRST_CLASS + 1 : FIRST_CLASS);
    }
}
