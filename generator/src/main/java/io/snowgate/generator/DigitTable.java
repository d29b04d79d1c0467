package io.snowgate.generator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An alphabet in both directions: the character of a digit, and the digit of a character. */
final class DigitTable {

    private static final int ASCII = 128;
    private static final byte NONE = -1;

    private final String form;
    private final byte[] characters;
    private final byte[] digits = new byte[ASCII];

    DigitTable(String form, String alphabet) {
        this.form = form;
        this.characters = alphabet.getBytes(StandardCharsets.US_ASCII);
        Arrays.fill(digits, NONE);
        for (int digit = 0; digit < characters.length; digit++) {
            digits[characters[digit]] = (byte) digit;
        }
    }

    /** Reads {@code alias} as the same digit as {@code character}. */
    DigitTable alias(char alias, char character) {
        digits[alias] = digits[character];
        return this;
    }

    /** Reads small letters like capital ones. */
    DigitTable ignoringCase() {
        for (char letter = 'A'; letter <= 'Z'; letter++) {
            digits[Character.toLowerCase(letter)] = digits[letter];
        }
        return this;
    }

    byte character(int digit) {
        return characters[digit];
    }

    int digit(CharSequence text, int position) {
        char character = text.charAt(position);
        int digit = character < ASCII ? digits[character] : NONE;
        if (digit < 0) {
            throw MalformedIdException.character(form, character, position);
        }
        return digit;
    }

    void requireLength(CharSequence text, int length) {
        if (text.length() != length) {
            throw MalformedIdException.length(form, text.length(), Integer.toString(length));
        }
    }

    /** The highest 64 bits there are are exceeded by the character at this position. */
    MalformedIdException tooHigh(int position) {
        return MalformedIdException.range(form, position, "at most 2^64-1");
    }
}
