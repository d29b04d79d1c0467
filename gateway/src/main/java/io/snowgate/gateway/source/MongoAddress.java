package io.snowgate.gateway.source;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import io.snowgate.gateway.source.SourceUrl.Parameter;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Which documents of which collection, and how to get there. Written as {@value #FORM}; parameters that are not ours are
 * the driver's.
 *
 * @param url as it was given
 * @param many whether an array of all that match is wanted
 * @param limit how many there may be; null when nobody said
 */
record MongoAddress(
        SourceUrl url,
        String database,
        String collection,
        BsonDocument query,
        @Nullable BsonDocument projection,
        @Nullable BsonDocument sort,
        boolean many,
        @Nullable Integer limit,
        @Nullable Secret password,
        Optional<Path> trust) {

    static final String FORM =
            "mongodb://HOST[:PORT],.../DB.COLLECTION?query={...}[&many=true]" + " (or mongodb+srv://)";

    /** How many documents may match when nobody says how many are wanted. */
    static final int MAX_DOCUMENTS = 1_000;

    private static final int MAX_LIMIT = 100_000;
    private static final Pattern SCHEME = Pattern.compile("mongodb(\\+srv)?");
    private static final Pattern NAMESPACE = Pattern.compile("([^./\\\\ \"$]{1,63})\\.([^$]+)");
    private static final Pattern LIMIT = Pattern.compile("[1-9][0-9]{0,5}");
    private static final String QUERY = "query";
    private static final String PROJECTION = "projection";
    private static final String SORT = "sort";
    private static final String MANY = "many";
    private static final String LIMIT_OPTION = "limit";
    private static final String TRUST = "ca-file";
    private static final Set<String> OURS =
            Set.of(QUERY, PROJECTION, SORT, MANY, LIMIT_OPTION, TRUST, Secret.FILE_OPTION);

    static boolean isMeant(String scheme) {
        return SCHEME.matcher(scheme).matches();
    }

    /** @throws SpecFailure with what is allowed */
    static MongoAddress parse(String spec) {
        SourceUrl url = SourceUrl.parse(spec, FORM);
        String path = url.path() == null ? "" : SourceUrl.decode(url.path());
        Matcher namespace = NAMESPACE.matcher(path);
        if (!isMeant(url.scheme()) || !namespace.matches()) {
            throw new SpecFailure(FORM);
        }
        String trust = url.option(TRUST);
        boolean many = many(url);
        MongoAddress address = new MongoAddress(
                url,
                namespace.group(1),
                namespace.group(2),
                requiredQuery(url, many),
                document(url, PROJECTION),
                document(url, SORT),
                many,
                limit(url, many),
                password(url),
                Optional.ofNullable(trust).map(file -> Secret.path(TRUST, file)));
        address.requireDriversConsent();
        return address;
    }

    private static BsonDocument requiredQuery(SourceUrl url, boolean many) {
        BsonDocument query = document(url, QUERY);
        if (query == null && !many) {
            throw new SpecFailure(FORM + "; query is missing, such as query={\"_id\":\"x\"}, or {} for any document");
        }
        return query == null ? new BsonDocument() : query;
    }

    private static @Nullable BsonDocument document(SourceUrl url, String option) {
        String json = url.option(option);
        try {
            return json == null ? null : BsonDocument.parse(json);
        } catch (JsonParseException | BsonInvalidOperationException e) {
            throw new SpecFailure("a URL with a JSON object as " + option);
        }
    }

    private static boolean many(SourceUrl url) {
        String many = url.option(MANY);
        if (many != null && !many.equals("true") && !many.equals("false")) {
            throw new SpecFailure("a URL with true or false as many");
        }
        return "true".equals(many);
    }

    private static @Nullable Integer limit(SourceUrl url, boolean many) {
        String limit = url.option(LIMIT_OPTION);
        boolean allowed =
                limit == null || (many && LIMIT.matcher(limit).matches() && Integer.parseInt(limit) <= MAX_LIMIT);
        if (!allowed) {
            throw new SpecFailure("a URL with 1.." + MAX_LIMIT + " as limit, and only with many=true");
        }
        return limit == null ? null : Integer.valueOf(limit);
    }

    private static @Nullable Secret password(SourceUrl url) {
        Secret password = Secret.of(url);
        if (password != null && url.user() == null) {
            throw new SpecFailure(FORM + ", with a user when there is a password");
        }
        return password;
    }

    /** Lets the driver read it, unless it would ask a name server: that is what it does for {@code +srv}. */
    private void requireDriversConsent() {
        try {
            if (url.scheme().equals("mongodb")) {
                connectionString("x");
            }
        } catch (IllegalArgumentException | MongoException e) {
            throw new SpecFailure(FORM + ", with options the driver understands (" + Causes.deepest(e) + ")");
        }
    }

    /** What the driver is told. Asks a name server for {@code +srv}, and reads the file of the password. */
    ConnectionString connectionString() throws IOException {
        return connectionString(password == null ? "" : password.read());
    }

    private ConnectionString connectionString(String secret) {
        String credentials = url.userInfo() == null ? "" : url.userInfo() + "@";
        if (url.user() != null && password != null) {
            credentials = encoded(url.user()) + ":" + encoded(secret) + "@";
        }
        String options = String.join(
                "&",
                url.parameters().stream()
                        .filter(each -> !OURS.contains(each.name()))
                        .map(Parameter::toString)
                        .toList());
        return new ConnectionString(url.scheme() + "://" + credentials + url.shownHosts() + "/" + encoded(database)
                + (options.isEmpty() ? "" : "?" + options));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Where it is, without secrets and options. */
    String description() {
        return url.scheme() + "://" + url.shownHosts() + "/" + database + "." + collection;
    }
}
