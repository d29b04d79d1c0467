package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every form and every one of the 2^64 IDs; looks at many, of every width. */
final class TextFormPropertyTest {

    private static final int TRIES = 50_000;

    private final SplittableRandom random = Seed.random();

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrote(TextForm form) {
        for (int i = 0; i < TRIES; i++) {
            long id = anyId();
            assertThat(form.parse(form.format(id))).as(Seed.named()).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortsLikeUnsignedIdsWhereItSaysSo(TextForm form) {
        int outOfOrder = 0;
        for (int i = 0; i < TRIES; i++) {
            long one = anyId();
            long other = random.nextInt(4) == 0 ? one + 1 : anyId();
            int ofTexts = Integer.signum(form.format(one).compareTo(form.format(other)));
            outOfOrder += ofTexts == Long.compareUnsigned(one, other) ? 0 : 1;
        }
        assertThat(outOfOrder == 0).as("%s, %s", form, Seed.named()).isEqualTo(form.keepsOrder());
    }

    /** Changes, drops or doubles one character: never another ID by another spelling, unless base32's aliases say so. */
    @ParameterizedTest
    @EnumSource
    void hasOneSpellingForEveryId(TextForm form) {
        for (int i = 0; i < TRIES; i++) {
            String text = spoilt(form.format(anyId()));
            String again = readAndWrite(form, text);
            if (form == TextForm.BASE32) {
                continue;
            }
            assertThat(again).as(Seed.named()).isIn(text, "refused");
        }
    }

    private static String readAndWrite(TextForm form, String text) {
        try {
            return form.format(form.parse(text));
        } catch (MalformedIdException refusal) {
            assertThat(refusal.position()).as(Seed.named()).isBetween(0, text.length());
            return "refused";
        }
    }

    private String spoilt(String text) {
        int at = random.nextInt(text.length());
        char any = (char) random.nextInt(random.nextInt(8) == 0 ? Character.MAX_VALUE : 128);
        return switch (random.nextInt(3)) {
            case 0 -> text.substring(0, at) + any + text.substring(at + 1);
            case 1 -> text.substring(0, at) + text.substring(at + 1);
            default -> text.substring(0, at) + any + text.substring(at);
        };
    }

    private long anyId() {
        long any = random.nextLong() >>> random.nextInt(Long.SIZE);
        return switch (random.nextInt(16)) {
            case 0 -> Long.MAX_VALUE + random.nextInt(-2, 3);
            case 1 -> random.nextInt(-2, 3);
            default -> random.nextBoolean() ? any : ~any;
        };
    }
}
