package io.snowgate.gateway.state;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import io.netty.util.IllegalReferenceCountException;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A state document, or a difference to it, in one content coding, with every answer made ahead: immutable fields for
 * HTTP/2 and 3, whole octets for HTTP/1.1. Any thread. What is handed out is an object and a retain; whole octets may be
 * kept and handed out again by whoever got them.
 *
 * <p>The publisher owns the buffers and releases them once a newer document is out, so a reader can come too late. The
 * {@code retain…} methods then answer {@code null}, and the reader asks {@link StatePublisher#current()} again:
 *
 * <pre>{@code
 * for (StateDocument d = publisher.current(); d != null; d = publisher.current()) {
 *     ByteBuf answer = d.identity().retainHttp1NotModified();
 *     if (answer != null) {
 *         return answer; // ours now: whoever writes it releases it
 *     }
 * }
 * return noDocumentYet;
 * }</pre>
 *
 * <p>What is handed out has indices of its own and is readable from end to end; it cannot grow, because each buffer is
 * allocated at exactly its length. A late reader gets the old document, whole, for as long as somebody else still holds
 * it, and {@code null} after that. Buffers are unpooled: the object of a released one is never used again, so no reader
 * can catch another document's bytes (no ABA).
 */
public final class Representation {

    private static final AtomicInteger SERIALS = new AtomicInteger();

    private final int serial = SERIALS.getAndIncrement();
    private final Label label;
    private final FieldBlock fields;
    private final FieldBlock notModifiedFields;
    private final ByteBuf body;
    private final ByteBuf http1;
    private final ByteBuf http1NotModified;
    private final int http1HeadBytes;

    /** Takes over one reference of each buffer. {@code http1} is the head alone or the head and the body. */
    Representation(
            Label label,
            FieldBlock fields,
            FieldBlock notModifiedFields,
            ByteBuf body,
            ByteBuf http1,
            int http1HeadBytes,
            ByteBuf http1NotModified) {
        this.label = label;
        this.fields = fields;
        this.notModifiedFields = notModifiedFields;
        this.body = body;
        this.http1 = http1;
        this.http1HeadBytes = http1HeadBytes;
        this.http1NotModified = http1NotModified;
    }

    /** How the body is coded. */
    public Coding coding() {
        return label.coding();
    }

    /** The strong entity tag of this representation, with its quotes. */
    public AsciiString etag() {
        return label.etag();
    }

    /** The fields of the 200 that the document decides: not date, content-length, CORS or anything of the connection. */
    public FieldBlock fields() {
        return fields;
    }

    /** The fields of the 304, likewise. */
    public FieldBlock notModifiedFields() {
        return notModifiedFields;
    }

    /** Length of the body, which is the {@code content-length} of the 200. */
    public int bodyBytes() {
        return body.capacity();
    }

    /** Length of the HTTP/1.1 head: status line, fields, {@code content-length} and the blank line. */
    public int http1HeadBytes() {
        return http1HeadBytes;
    }

    /** Whether head and body lie in one buffer, which they do when both fit one TLS record. */
    public boolean isHttp1Whole() {
        return http1.capacity() == http1HeadBytes + bodyBytes();
    }

    /** The body; {@code null} when this representation was superseded. */
    public @Nullable ByteBuf retainBody() {
        return retain(body);
    }

    /**
     * The complete HTTP/1.1 200, status line to last octet of the body, with a reference count of its own; {@code null}
     * when this representation was superseded.
     *
     * @throws IllegalStateException unless {@link #isHttp1Whole()}: send the head, then the body
     */
    public @Nullable ByteBuf retainHttp1() {
        if (!isHttp1Whole()) {
            throw new IllegalStateException("too long for one buffer: " + bodyBytes());
        }
        return CountedView.of(http1);
    }

    /** The head of the HTTP/1.1 200, which also is the answer to HEAD; {@code null} when superseded. */
    public @Nullable ByteBuf retainHttp1Head() {
        try {
            return http1.retainedSlice(0, http1HeadBytes);
        } catch (IllegalReferenceCountException superseded) {
            return null;
        }
    }

    /** The complete HTTP/1.1 304, with a reference count of its own; {@code null} when superseded. */
    public @Nullable ByteBuf retainHttp1NotModified() {
        return CountedView.of(http1NotModified);
    }

    /** Length of the HTTP/1.1 304. */
    public int http1NotModifiedBytes() {
        return http1NotModified.capacity();
    }

    /** Counts the representations of this process: those that are made together have different last digits. */
    public int serial() {
        return serial;
    }

    Label label() {
        return label;
    }

    /** The body itself, for the next rendering of the same content. */
    ByteBuf body() {
        return body;
    }

    /** Lets go of the publisher's references. */
    void release() {
        http1.release();
        http1NotModified.release();
        body.release();
    }

    private static @Nullable ByteBuf retain(ByteBuf shared) {
        try {
            return shared.retainedDuplicate();
        } catch (IllegalReferenceCountException superseded) {
            return null;
        }
    }
}
