/** Sequences, timestamps and IDs from the gateways of Snowgate, by nothing but the JDK. */
@org.jspecify.annotations.NullMarked
module io.snowgate.client {
    requires static transitive org.jspecify;
    requires java.net.http;

    exports io.snowgate.client;
}
