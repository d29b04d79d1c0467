package io.snowgate.loadtest;

import java.io.IOException;
import java.util.List;

/** One question that is measured, under several settings. */
interface Scenario {

    String name();

    /** For {@code --help}. */
    String summary();

    List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure;
}
