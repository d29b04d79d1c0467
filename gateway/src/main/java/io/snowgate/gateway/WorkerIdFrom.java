package io.snowgate.gateway;

import java.util.Locale;

/** What a worker id may be taken from, instead of being told; {@code reference.conf} explains the limits of each. */
enum WorkerIdFrom {
    NONE,
    POD_ORDINAL,
    HOSTNAME_SUFFIX,
    IP;

    /** As it is written in a configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
