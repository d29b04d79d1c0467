package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;

/**
 * Names everything one state is served as. Every representation has a tag of its own: {@code "hash"} as it is,
 * {@code "hash-br"} coded, {@code "hash-dcz-1a2b3c4d"} as a difference to that dictionary, {@code "hash-patch"} as a patch.
 * All begin with the hash of the content, so each of them says which version a client has. Any thread.
 */
final class Labels {

    /** How long a browser keeps a dictionary that it was given as such. */
    static final Duration DICTIONARY_MAX_AGE = Duration.ofHours(1);

    private static final AsciiString JSON = AsciiString.cached("application/json");
    private static final AsciiString JSON_PATCH = AsciiString.cached("application/json-patch+json");
    private static final AsciiString NO_CACHE = AsciiString.cached("no-cache");
    private static final AsciiString BY_ENCODING = AsciiString.cached("accept-encoding");
    private static final AsciiString BY_DICTIONARY = AsciiString.cached("accept-encoding, available-dictionary");

    /** Chromium keeps no dictionary from an answer that must be revalidated before any use. */
    private static final AsciiString KEEP_AS_DICTIONARY = AsciiString.cached("max-age=0, stale-while-revalidate=60");

    private static final AsciiString KEEP_DICTIONARY = AsciiString.cached("max-age=" + DICTIONARY_MAX_AGE.toSeconds());
    private static final FieldBlock NO_SNIFF = FieldBlock.of("x-content-type-options", "nosniff");

    private final StateOptions.Delta delta;
    private final FieldBlock useAsDictionary;

    Labels(StateOptions options) {
        this.delta = options.delta();
        this.useAsDictionary = FieldBlock.of("use-as-dictionary", "match=\"" + options.path() + "*\"");
    }

    /** The document in {@code coding}. */
    Label document(Content content, Coding coding, long lastModifiedMillis) {
        return document(tag(content, coding), coding, lastModifiedMillis);
    }

    /** The document as a difference to {@code origin}. */
    Label difference(Content content, Content origin, Coding coding, long lastModifiedMillis) {
        return document(content.tag(coding.token() + "-" + origin.shortHash()), coding, lastModifiedMillis);
    }

    private Label document(AsciiString etag, Coding coding, long lastModifiedMillis) {
        boolean kept = delta == StateOptions.Delta.PREVIOUS;
        AsciiString vary = delta == StateOptions.Delta.OFF ? BY_ENCODING : BY_DICTIONARY;
        FieldBlock first = first(JSON, coding);
        FieldBlock every =
                FieldBlock.of("etag", etag, "cache-control", kept ? KEEP_AS_DICTIONARY : NO_CACHE, "vary", vary);
        return new Label(coding, etag, kept ? first.and(useAsDictionary) : first, every, lastModifiedMillis, true);
    }

    /** The patch that leads to the document. */
    Label patch(Content content, Coding coding, long lastModifiedMillis) {
        AsciiString etag = content.tag(coding == Coding.IDENTITY ? "patch" : "patch-" + coding.token());
        FieldBlock every = FieldBlock.of("etag", etag, "cache-control", NO_CACHE, "vary", BY_ENCODING);
        return new Label(coding, etag, first(JSON_PATCH, coding), every, lastModifiedMillis, true);
    }

    /** The document as the dictionary of later ones. */
    Label dictionary(Content content, Coding coding, long lastModifiedMillis) {
        AsciiString etag = tag(content, coding);
        FieldBlock every = FieldBlock.of("etag", etag, "cache-control", KEEP_DICTIONARY, "vary", BY_ENCODING);
        return new Label(coding, etag, first(JSON, coding).and(useAsDictionary), every, lastModifiedMillis, false);
    }

    private static AsciiString tag(Content content, Coding coding) {
        return coding == Coding.IDENTITY ? content.etag() : content.tag(coding.token());
    }

    private static FieldBlock first(AsciiString type, Coding coding) {
        FieldBlock typed = FieldBlock.of("content-type", type).and(NO_SNIFF);
        return coding == Coding.IDENTITY ? typed : typed.and("content-encoding", coding.token());
    }
}
