package io.snowgate.generator;

/** Text that is no ID in the form it was read as. Says where and why; never repeats the text, which may be anything. */
public final class MalformedIdException extends NumberFormatException {

    private static final long serialVersionUID = 1;

    private final int position;

    MalformedIdException(String message, int position) {
        super(message);
        this.position = position;
    }

    /** The index of the first character that cannot be; the length of the text when it is too short. */
    public int position() {
        return position;
    }

    static MalformedIdException character(String form, char found, int position) {
        return new MalformedIdException(
                "a " + form + " ID cannot have " + visible(found) + " at position " + position, position);
    }

    static MalformedIdException length(String form, int length, String allowed) {
        return new MalformedIdException("a " + form + " ID has " + allowed + " characters: " + length, length);
    }

    static MalformedIdException range(String form, int position, String allowed) {
        return new MalformedIdException("a " + form + " ID must be " + allowed, position);
    }

    private static String visible(char found) {
        return found > ' ' && found <= '~' ? "'" + found + "'" : String.format("U+%04X", (int) found);
    }
}
