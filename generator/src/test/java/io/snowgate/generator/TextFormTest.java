package io.snowgate.generator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextFormTest {

    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 0, 0",
        "DECIMAL, 175928847299117063, 175928847299117063",
        "DECIMAL, 9223372036854775807, 9223372036854775807",
        "DECIMAL, -9223372036854775808, 9223372036854775808",
        "DECIMAL, -1, 18446744073709551615",
        "SIGNED, 0, 0",
        "SIGNED, -1, -1",
        "SIGNED, 9223372036854775807, 9223372036854775807",
        "SIGNED, -9223372036854775808, -9223372036854775808",
        "HEX, 0, 0000000000000000",
        "HEX, 175928847299117063, 0271065ac1020007",
        "HEX, -1, ffffffffffffffff",
        "BASE62, 0, 00000000000",
        "BASE62, 61, 0000000000z",
        "BASE62, 62, 00000000010",
        "BASE62, 9223372036854775807, AzL8n0Y58m7",
        "BASE62, -1, LygHa16AHYF",
        "BASE32, 0, 0000000000000",
        "BASE32, 31, 000000000000Z",
        "BASE32, -1, FZZZZZZZZZZZZ",
    })
    void writesAndReads(TextForm form, long id, String text) {
        assertThat(form.format(id)).isEqualTo(text);
        assertThat(form.parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "01226n0640j7k, 01226N0640J7K",
        "o1226NO64OJ7K, 01226N0640J7K",
        "0I226N0640J7K, 01226N0640J7K",
        "0i226N0640J7K, 01226N0640J7K",
        "0L226N0640J7K, 01226N0640J7K",
        "0l226N0640J7K, 01226N0640J7K",
    })
    void readsBase32AsCrockfordWantsIt(String written, String meant) {
        assertThat(TextForm.BASE32.parse(written)).isEqualTo(TextForm.BASE32.parse(meant));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "DECIMAL | \"\" | 0 | a decimal ID has 1..20 characters: 0",
                "DECIMAL | -1 | 0 | a decimal ID cannot have '-' at position 0",
                "DECIMAL | +1 | 0 | a decimal ID cannot have '+' at position 0",
                "DECIMAL | \" 1\" | 0 | a decimal ID cannot have U+0020 at position 0",
                "DECIMAL | 01 | 0 | a decimal ID cannot have '0' at position 0",
                "DECIMAL | 12x4 | 2 | a decimal ID cannot have 'x' at position 2",
                "DECIMAL | 1٣ | 1 | a decimal ID cannot have U+0663 at position 1",
                "DECIMAL | 18446744073709551616 | 19 | a decimal ID must be 0..18446744073709551615",
                "DECIMAL | 99999999999999999999 | 19 | a decimal ID must be 0..18446744073709551615",
                "DECIMAL | 111111111111111111111 | 21 | a decimal ID has 1..20 characters: 21",
                "SIGNED | - | 1 | a decimal ID has 1..21 characters: 1",
                "SIGNED | -0 | 1 | a decimal ID cannot have '0' at position 1",
                "SIGNED | --1 | 1 | a decimal ID cannot have '-' at position 1",
                "SIGNED | 9223372036854775808 | 18 | a decimal ID must be -9223372036854775808..9223372036854775807",
                "SIGNED | -9223372036854775809 | 19 | a decimal ID must be -9223372036854775808..9223372036854775807",
                "HEX | 271065ac1020007 | 15 | a hex ID has 16 characters: 15",
                "HEX | 0271065AC1020007 | 7 | a hex ID cannot have 'A' at position 7",
                "BASE62 | LygHa16AHYG | 10 | a base62 ID must be at most 2^64-1",
                "BASE62 | Lz000000000 | 1 | a base62 ID must be at most 2^64-1",
                "BASE62 | zzzzzzzzzzz | 0 | a base62 ID must be at most 2^64-1",
                "BASE62 | 0000-000000 | 4 | a base62 ID cannot have '-' at position 4",
                "BASE32 | G000000000000 | 0 | a base32 ID must be at most 2^64-1",
                "BASE32 | 000000U000000 | 6 | a base32 ID cannot have 'U' at position 6",
                "BASE32 | 000000000000 | 12 | a base32 ID has 13 characters: 12",
            })
    void refusesBadTextWithPositionAndReason(TextForm form, String text, int position, String message) {
        assertThatExceptionOfType(MalformedIdException.class)
                .isThrownBy(() -> form.parse(text))
                .withMessage(message)
                .satisfies(refusal -> assertThat(refusal.position()).isEqualTo(position));
    }

    @Test
    void noFormIsLongerThanItSays() {
        for (TextForm form : TextForm.values()) {
            assertThat(form.maxLength()).isLessThanOrEqualTo(TextForm.MAX_LENGTH);
            assertThat(form.format(-1).length()).isLessThanOrEqualTo(form.maxLength());
            assertThat(form.format(Long.MIN_VALUE).length()).isLessThanOrEqualTo(form.maxLength());
        }
    }

    @Test
    void writesWhereItIsToldTo() {
        byte[] target = "................".getBytes(US_ASCII);
        assertThat(TextForm.DECIMAL.write(1234, target, 3)).isEqualTo(4);
        assertThat(new String(target, US_ASCII)).isEqualTo("...1234.........");
    }

    @ParameterizedTest
    @CsvSource({
        "175928847299117063, DECIMAL",
        "0, DECIMAL",
        "-5, SIGNED",
        "0271065ac1020007, HEX",
        "0000000000000001, HEX",
        "0CDdZMvHxPz, BASE62",
        "01226N0640J7K, BASE32",
        "0122600640070, BASE32",
        "what, DECIMAL",
        "'', DECIMAL",
    })
    void guessesTheFormOfWhatPeoplePaste(String text, TextForm form) {
        assertThat(TextForm.guess(text)).isEqualTo(form);
    }
}
