package io.snowgate.loadtest;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What httpress prints at its end.
 *
 * @param answered requests, whatever the status of the answer
 * @param failed requests without an answer, and connections that it gave up
 * @param cipher with TLS; empty without
 */
record HttpressReport(long answered, long failed, double seconds, String cipher) {

    private static final Pattern TOTALS = Pattern.compile("TOTALS: .* (\\d+) success, (\\d+) fail, .*");
    private static final Pattern TIMING = Pattern.compile("TIMING: +([\\d.]+) seconds, .*");
    private static final Pattern CIPHER = Pattern.compile("- Cipher: (.*)");

    static Optional<HttpressReport> parse(List<String> lines) {
        Optional<MatchResult> totals = find(TOTALS, lines);
        Optional<MatchResult> timing = find(TIMING, lines);
        if (totals.isEmpty() || timing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new HttpressReport(
                Long.parseLong(totals.get().group(1)),
                Long.parseLong(totals.get().group(2)),
                Double.parseDouble(timing.get().group(1)),
                find(CIPHER, lines).map(line -> line.group(1)).orElse("")));
    }

    /** Of so many requests those without an answer, whether it says that they failed or not. */
    long errors(int requested) {
        return Math.max(failed, requested - answered);
    }

    private static Optional<MatchResult> find(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .findFirst();
    }
}
