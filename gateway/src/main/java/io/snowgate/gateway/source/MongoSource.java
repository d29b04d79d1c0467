package io.snowgate.gateway.source;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCursor;
import com.mongodb.connection.ServerMonitoringMode;
import io.snowgate.gateway.state.StateSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * One document of a MongoDB, or an array of all that match, as relaxed extended JSON.
 *
 * <p>The driver waits on sockets in a way that only a virtual thread can be interrupted in, so each query runs on one. What
 * the URL says of timeouts holds; otherwise they are short, since the next refresh asks again.
 */
final class MongoSource implements StateSource {

    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int MAX_CONNECTIONS = 2;
    private static final JsonWriterSettings JSON =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    /** In the driver's account of what it knows of its servers. */
    private static final Pattern LAST_CAUSE = Pattern.compile(".*caused by \\{([^{}]*)}");

    private final MongoAddress address;
    private final int maxSizeBytes;

    private @Nullable MongoClient client;

    MongoSource(MongoAddress address, int maxSizeBytes) {
        this.address = address;
        this.maxSizeBytes = maxSizeBytes;
    }

    @Override
    public String description() {
        return address.description();
    }

    @Override
    public byte[] fetch() throws IOException, InterruptedException {
        FutureTask<byte[]> query = new FutureTask<>(this::query);
        Thread thread = Thread.ofVirtual().name("snowgate-mongo").start(query);
        try {
            return query.get();
        } catch (ExecutionException e) {
            throw explained(e.getCause() == null ? e : e.getCause());
        } finally {
            query.cancel(true);
            join(thread);
        }
    }

    /** It has ended, or will at once: the interrupt closes its socket. */
    private static void join(Thread thread) {
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private IOException explained(Throwable thrown) {
        if (thrown instanceof MongoSecurityException) {
            close(); // the next client reads the password anew
        }
        return thrown instanceof IOException io ? io : new IOException(reason(thrown), thrown);
    }

    private static String reason(Throwable thrown) {
        if (thrown instanceof MongoTimeoutException) {
            Matcher cause = LAST_CAUSE.matcher(String.valueOf(thrown.getMessage()));
            return "no server to read from" + (cause.find() ? ": " + cause.group(1) : " within the time to select one");
        }
        return thrown instanceof RuntimeException ? Causes.deepest(thrown) : thrown.toString();
    }

    private byte[] query() throws IOException {
        FindIterable<RawBsonDocument> found = found();
        try (MongoCursor<RawBsonDocument> cursor = found.cursor()) {
            return address.many() ? array(cursor) : one(cursor);
        }
    }

    private FindIterable<RawBsonDocument> found() throws IOException {
        FindIterable<RawBsonDocument> found = client().getDatabase(address.database())
                .getCollection(address.collection(), RawBsonDocument.class)
                .find(address.query())
                .limit(wanted());
        if (address.projection() != null) {
            found = found.projection(address.projection());
        }
        return address.sort() == null ? found : found.sort(address.sort());
    }

    /** One more than may be there, to see whether there are more. */
    private int wanted() {
        if (!address.many()) {
            return 1;
        }
        return address.limit() == null ? MongoAddress.MAX_DOCUMENTS + 1 : address.limit();
    }

    private byte[] one(MongoCursor<RawBsonDocument> cursor) throws IOException {
        if (!cursor.hasNext()) {
            throw new IOException("no document in " + address.database() + "." + address.collection() + " matches");
        }
        byte[] json = json(cursor.next());
        requireWithinLimit(json.length);
        return json;
    }

    private byte[] array(MongoCursor<RawBsonDocument> cursor) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('[');
        for (int i = 0; cursor.hasNext(); i++) {
            requireFewEnough(i);
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(json(cursor.next()));
            requireWithinLimit(out.size() + 1);
        }
        out.write(']');
        return out.toByteArray();
    }

    private void requireFewEnough(int documents) throws IOException {
        if (address.limit() == null && documents >= MongoAddress.MAX_DOCUMENTS) {
            throw new IOException(
                    "more than " + MongoAddress.MAX_DOCUMENTS + " documents match; narrow the query or say limit=N");
        }
    }

    private void requireWithinLimit(int sizeBytes) throws IOException {
        if (sizeBytes > maxSizeBytes) {
            throw new IOException("the answer has " + sizeBytes + " bytes or more, the limit is " + maxSizeBytes);
        }
    }

    private static byte[] json(RawBsonDocument document) {
        return document.toJson(JSON).getBytes(StandardCharsets.UTF_8);
    }

    private MongoClient client() throws IOException {
        MongoClient now = client;
        if (now == null) {
            now = MongoClients.create(settings(address.connectionString()));
            client = now;
        }
        return now;
    }

    private MongoClientSettings settings(ConnectionString told) throws IOException {
        MongoClientSettings.Builder settings = MongoClientSettings.builder().applyConnectionString(told);
        if (told.getServerSelectionTimeout() == null) {
            settings.applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
        }
        if (told.getConnectTimeout() == null) {
            settings.applyToSocketSettings(socket -> socket.connectTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
        }
        if (told.getSocketTimeout() == null && told.getTimeout() == null) {
            settings.applyToSocketSettings(socket -> socket.readTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
        }
        if (told.getMaxConnectionPoolSize() == null) {
            settings.applyToConnectionPoolSettings(pool -> pool.maxSize(MAX_CONNECTIONS));
        }
        if (told.getServerMonitoringMode() == null) {
            settings.applyToServerSettings(server -> server.serverMonitoringMode(ServerMonitoringMode.POLL));
        }
        if (told.getApplicationName() == null) {
            settings.applicationName("snowgate");
        }
        if (address.trust().isPresent()) {
            SSLContext trust = Trust.in(address.trust().get());
            settings.applyToSslSettings(ssl -> ssl.enabled(true).context(trust));
        }
        return settings.build();
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
