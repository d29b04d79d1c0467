package io.snowgate.loadtest;

import java.io.IOException;

/** Something that is measured and that may not be here. */
interface Program {

    String name();

    /**
     * Builds what has to be built.
     *
     * @return the version
     * @throws Failure how to get what is missing
     */
    String prepare() throws IOException, InterruptedException, Failure;
}
