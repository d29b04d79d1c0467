package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.snowgate.gateway.http.Accept;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.EntityTags;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the jar, read once, with gzip made ahead. Browsers ask each time whether it is still the same and mostly
 * hear that it is, so that a page and its modules are never of two releases. Immutable; any thread.
 */
public final class Asset implements Endpoint {

    private static final String GZIP = "gzip";
    private static final int ETAG_BYTES = 16;

    private final Form plain;
    private final Form gzip;

    /** The file in one coding, with its fields. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares forms
    private record Form(byte[] body, String etag, FieldBlock fields, FieldBlock notModifiedFields) {

        Response answer(Request request) {
            return EntityTags.matches(request.header(Names.IF_NONE_MATCH), etag)
                    ? Response.empty(NOT_MODIFIED, notModifiedFields)
                    : Response.of(OK, fields, Unpooled.wrappedBuffer(body));
        }
    }

    /** Serves {@code body}; {@code more} stands in every 200 besides what any file has. */
    Asset(byte[] body, String contentType, String vary, FieldBlock more) {
        String hash = HexFormat.of().formatHex(sha256(body), 0, ETAG_BYTES);
        this.plain = form(body, '"' + hash + '"', vary, FieldBlock.of("content-type", contentType), more);
        FieldBlock coded = FieldBlock.of("content-type", contentType, "content-encoding", GZIP);
        this.gzip = form(compressed(body), '"' + hash + '-' + GZIP + '"', vary, coded, more);
    }

    /** The file {@code name} that lies beside this class. */
    public static Asset named(String name, String contentType) {
        return new Asset(read(name), contentType, "accept-encoding", FieldBlock.NONE);
    }

    /** The bytes of the file {@code name} that lies beside this class. */
    static byte[] read(String name) {
        try (InputStream in = Objects.requireNonNull(Asset.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Response respond(Request request) {
        String coding = Accept.preferred(request.header(Names.ACCEPT_ENCODING), "identity", GZIP);
        return (coding.equals(GZIP) ? gzip : plain).answer(request);
    }

    private static Form form(byte[] body, String etag, String vary, FieldBlock type, FieldBlock more) {
        FieldBlock notModified = FieldBlock.of("etag", etag, "cache-control", "no-cache", "vary", vary);
        FieldBlock fields =
                type.and(notModified).and("x-content-type-options", "nosniff").and(more);
        return new Form(body, etag, fields, notModified);
    }

    private static byte[] compressed(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] sha256(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
