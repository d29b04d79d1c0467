package io.snowgate.gateway.http;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.Coding;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which content codings a client takes, and which of them rather
 * (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3">RFC 9110, 12.5.3</a>). Immutable; any thread.
 *
 * <p>Identity is taken unless it is refused, but after whatever is named. {@code *} stands for every coding that is not
 * named, and for identity rather than for any other of them: who names no coding gets what everybody can read. The
 * codings of RFC 9842 are taken only by name. What cannot be read, a member or a weight, counts as refused.
 *
 * <p>What clients send is nearly always one of a few texts, so the last ones are kept, parsed, in a table of fixed size.
 * It is read and written without a lock: an entry is immutable, and a lost one is parsed again.
 */
public final class AcceptEncoding {

    private static final List<Coding> CODINGS = List.of(Coding.values());
    private static final int MAX_MEMBERS = 64;
    private static final int MAX_KEPT_CHARS = 200;
    private static final int KEPT = 64;

    private static final int UNNAMED = -1;
    private static final double MAX_WEIGHT = 1;

    /** A weight of 1, 0.001 being the least step. Twice that many steps, so that something fits between two weights. */
    private static final int WEIGHT_1 = 2_000;

    /** What identity is worth when it is not named: more than nothing, less than anything named. */
    private static final int WEIGHT_UNNAMED_IDENTITY = 1;

    private static final @Nullable AcceptEncoding[] TABLE = new AcceptEncoding[KEPT];

    private final String text;
    private final Map<Coding, Integer> weights;
    private final boolean takesDictionaries;

    private AcceptEncoding(String text, Map<Coding, Integer> weights) {
        this.text = text;
        this.weights = weights;
        this.takesDictionaries = CODINGS.stream().anyMatch(coding -> coding.needsDictionary() && takes(coding));
    }

    /** What the value of an {@code accept-encoding} field says. Allocates nothing when it was seen lately. */
    public static AcceptEncoding of(CharSequence value) {
        int slot = AsciiString.hashCode(value) & (KEPT - 1);
        AcceptEncoding kept = TABLE[slot];
        if (kept != null && isText(kept.text, value)) {
            return kept;
        }
        AcceptEncoding parsed = parse(value.toString());
        if (value.length() <= MAX_KEPT_CHARS) {
            TABLE[slot] = parsed;
        }
        return parsed;
    }

    /** How gladly {@code coding} is taken; 0 when it is refused. */
    public int weight(Coding coding) {
        return Objects.requireNonNull(weights.get(coding));
    }

    public boolean takes(Coding coding) {
        return weight(coding) > 0;
    }

    /** Whether it is worth looking for a dictionary of the client's. */
    public boolean takesDictionaries() {
        return takesDictionaries;
    }

    private static boolean isText(String text, CharSequence value) {
        return value instanceof AsciiString ascii ? ascii.contentEquals(text) : text.contentEquals(value);
    }

    private static AcceptEncoding parse(String text) {
        Map<Coding, Integer> weights = new EnumMap<>(Coding.class);
        int any = UNNAMED;
        for (String member : text.toLowerCase(Locale.ROOT).split(",", MAX_MEMBERS)) {
            int semicolon = member.indexOf(';');
            String name = (semicolon < 0 ? member : member.substring(0, semicolon)).trim();
            int weight = semicolon < 0 ? WEIGHT_1 : weight(member.substring(semicolon + 1));
            Coding coding = coding(name);
            if (coding != null) {
                weights.putIfAbsent(coding, weight);
            } else if (name.equals("*") && any == UNNAMED) {
                any = weight;
            }
        }
        for (Coding coding : CODINGS) {
            weights.putIfAbsent(coding, unnamed(coding, any));
        }
        return new AcceptEncoding(text, weights);
    }

    private static int unnamed(Coding coding, int any) {
        if (coding == Coding.IDENTITY) {
            return any == UNNAMED ? WEIGHT_UNNAMED_IDENTITY : any;
        }
        return coding.needsDictionary() ? 0 : Math.max(0, any - 1);
    }

    private static @Nullable Coding coding(String name) {
        for (Coding coding : CODINGS) {
            if (coding.token().contentEquals(name)) {
                return coding;
            }
        }
        return name.equals("x-gzip") ? Coding.GZIP : null;
    }

    /** RFC 9110, 12.4.2, and any more digits than it allows. */
    private static int weight(String parameter) {
        String trimmed = parameter.trim();
        if (!trimmed.matches("q=[0-9]*\\.?[0-9]*") || trimmed.length() == 2) {
            return 0;
        }
        try {
            double weight = Math.min(MAX_WEIGHT, Double.parseDouble(trimmed.substring(2)));
            return weight == 0 ? 0 : Math.max(2, (int) Math.round(weight * WEIGHT_1));
        } catch (NumberFormatException onlyADot) {
            return 0;
        }
    }
}
