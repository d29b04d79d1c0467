package io.snowgate.gateway.endpoint;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.Accept;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.gateway.wire.IdText;
import io.snowgate.generator.TextForm;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How IDs are written into an answer: {@code ?format=}, or what the client accepts. */
enum IdFormat {
    TEXT("text/plain; charset=utf-8", TextForm.DECIMAL),
    JSON("application/json", TextForm.DECIMAL),
    HEX("text/plain; charset=utf-8", TextForm.HEX),
    BASE62("text/plain; charset=utf-8", TextForm.BASE62),
    BASE32("text/plain; charset=utf-8", TextForm.BASE32),
    /** Eight octets an ID, the highest first, nothing between. */
    OCTETS("application/octet-stream", null);

    private static final String ALLOWED =
            Arrays.stream(values()).map(IdFormat::word).collect(Collectors.joining(", "));

    @SuppressWarnings("ImmutableEnumChecker") // it is, without saying so
    private final FieldBlock fields;

    private final @Nullable TextForm form;

    IdFormat(String contentType, @Nullable TextForm form) {
        this.fields = FieldBlock.of(
                "content-type", contentType, "cache-control", "no-store", "x-content-type-options", "nosniff");
        this.form = form;
    }

    /** The format that {@code request} asks for: by parameter, otherwise by its Accept field, otherwise text. */
    static IdFormat of(Request request) throws BadQueryException {
        return of(request, "text/plain", "application/json", "application/octet-stream");
    }

    /** The same where octets are usual. */
    static IdFormat ofOctets(Request request) throws BadQueryException {
        return of(request, "application/octet-stream", "application/json", "text/plain");
    }

    private static IdFormat of(Request request, String usual, String... others) throws BadQueryException {
        String word = Query.value(request.query(), "format");
        if (word == null) {
            return ofType(Accept.preferred(request.header(Names.ACCEPT), usual, others));
        }
        for (IdFormat format : values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        throw new BadQueryException("format must be one of " + ALLOWED + ": " + word);
    }

    FieldBlock fields() {
        return fields;
    }

    /** Most octets that one ID takes, what stands between IDs included. */
    int maxBytes() {
        return form == null ? Long.BYTES : form.maxLength() + 3;
    }

    void write(ByteBuf out, long id) {
        if (form == null) {
            out.writeLong(id);
        } else {
            IdText.write(out, id, form);
        }
    }

    private static IdFormat ofType(String type) {
        return switch (type) {
            case "application/json" -> JSON;
            case "application/octet-stream" -> OCTETS;
            default -> TEXT;
        };
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
