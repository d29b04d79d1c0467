package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;

/**
 * What stays the same about a representation while time passes.
 *
 * @param coding how its body is coded
 * @param etag its strong tag, with its quotes
 * @param first the fields of the 200 only
 * @param every the fields of the 200 and the 304 that are always the same
 * @param lastModifiedMillis when its content was first seen
 * @param aged whether it says how long ago the source confirmed it
 */
record Label(
        Coding coding, AsciiString etag, FieldBlock first, FieldBlock every, long lastModifiedMillis, boolean aged) {}
