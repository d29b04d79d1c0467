package io.snowgate.generator;

/** One way to write 64 bits in ASCII. Knows no state; any thread; allocates nothing but the exception. */
interface IdCodec {

    /** The most characters that an ID can have. */
    int maxLength();

    /** Writes {@code id} from {@code offset} on; returns how many bytes that took. */
    int write(long id, byte[] target, int offset);

    /**
     * The ID that is written here.
     *
     * @throws MalformedIdException for anything that {@link #write} does not write
     */
    long parse(CharSequence text);
}
