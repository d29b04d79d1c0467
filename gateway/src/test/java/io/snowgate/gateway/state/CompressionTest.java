package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowgate.gateway.wire.Coding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything here is read back by the libraries' own decoders: see {@link Decoding}. */
class CompressionTest {

    private static final byte[] NO_DICTIONARY = {};

    @ParameterizedTest
    @EnumSource(Coding.class)
    void everyCodingIsSpokenHere(Coding coding) {
        assertThat(Compression.speaks(coding)).isTrue();
    }

    /** Sizes on both sides of every limit at which the effort changes. */
    @ParameterizedTest
    @CsvSource({
        "GZIP, 10, 2",
        "GZIP, 80, 3",
        "GZIP, 40000, 3",
        "BR, 10, 2",
        "BR, 80, 3",
        "BR, 1000, 3",
        "BR, 4000, 3",
        "BR, 40000, 3",
        "ZSTD, 10, 2",
        "ZSTD, 80, 3",
        "ZSTD, 4000, 3",
        "ZSTD, 40000, 3"
    })
    void whatIsCodedIsMuchShorterAndReadBackWhole(Coding coding, int rows, int times) {
        byte[] document = Documents.document(rows, 1, 9);
        byte[] coded = Compression.encode(coding, document);

        assertThat(Decoding.decode(coding, coded, NO_DICTIONARY)).isEqualTo(document);
        assertThat(coded).hasSizeLessThan(document.length / times);
    }

    /** A header that names the dictionary, then what only its owner can read. */
    @ParameterizedTest
    @CsvSource({
        "DCZ, 10, 5", "DCZ, 80, 10", "DCZ, 4000, 10", "DCZ, 40000, 10", "DCZ, 180000, 10",
        "DCB, 10, 5", "DCB, 80, 10", "DCB, 1000, 10", "DCB, 4000, 10", "DCB, 20000, 10"
    })
    void aDeltaIsAFractionAndReadBackWithTheDictionary(Coding coding, int rows, int times) {
        byte[] before = Documents.document(rows, 1, 50);
        byte[] document = Documents.document(rows, 2, 50);
        byte[] delta = Compression.encode(coding, document, Content.of(before));

        assertThat(Decoding.decode(coding, delta, before)).isEqualTo(document);
        assertThat(delta).hasSizeLessThan(document.length / times);
    }

    @ParameterizedTest
    @EnumSource(names = {"DCB", "DCZ"})
    void aDocumentIsItsOwnShortestDelta(Coding coding) {
        byte[] document = Documents.document(100, 1, 9);
        byte[] delta = Compression.encode(coding, document, Content.of(document));

        assertThat(Decoding.decode(coding, delta, document)).isEqualTo(document);
        assertThat(delta).hasSizeLessThan(70);
    }

    /** What begins as a trained dictionary of zstd does is no such thing, and must not be read as one. */
    @Test
    void everyDictionaryIsRawContent() {
        byte[] document = Documents.document(100, 2, 9);
        byte[] before = document.clone();
        before[0] = 0x37;
        before[1] = (byte) 0xa4;
        before[2] = 0x30;
        before[3] = (byte) 0xec;

        assertThat(Compression.encode(Coding.DCZ, document, Content.of(before))).hasSizeLessThan(100);
    }

    @Test
    void takesNoDictionaryForWhatNeedsNone() {
        byte[] document = "[1]".getBytes(US_ASCII);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.encode(Coding.DCZ, document))
                .withMessage("needs a dictionary: DCZ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.encode(Coding.BR, document, Content.of(document)))
                .withMessage("takes no dictionary: BR");
    }
}
