package io.snowgate.faults;

/** What is asked for, and what is promised of it. That no value comes twice is promised of all. */
enum Kind {
    /** Rises in real time, over all gateways. */
    TIMESTAMP(Order.EVERYWHERE, false),
    /** A named sequence, each value through the log: rises in real time, over all gateways, without gaps. */
    STRICT(Order.EVERYWHERE, true),
    /** The same with a key, asked again with that key until there is an answer. */
    KEYED(Order.EVERYWHERE, true),
    /** A named sequence from what a gateway has reserved: the values of one gateway rise. */
    FAST(Order.PER_GATEWAY, false),
    /** Snowflake IDs of leased worker ids. */
    ID(Order.NONE, false);

    /** Among whose answers values rise: what was answered before something else was asked for is lower. */
    enum Order {
        EVERYWHERE,
        PER_GATEWAY,
        NONE
    }

    private final Order order;
    private final boolean isGapless;

    Kind(Order order, boolean isGapless) {
        this.order = order;
        this.isGapless = isGapless;
    }

    Order order() {
        return order;
    }

    /** Whether its values begin at 1 and mean nothing but their order. */
    boolean isSequence() {
        return isGapless || this == FAST;
    }

    /** Whether each value that nobody got must have been asked for by a request without an answer. */
    boolean isGapless() {
        return isGapless;
    }
}
