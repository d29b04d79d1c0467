/** Snowflake IDs from nothing but the JDK: layouts, the generator and the one counter beneath them. */
@org.jspecify.annotations.NullMarked
module io.snowgate.generator {
    requires static transitive org.jspecify;

    exports io.snowgate.generator;
}
