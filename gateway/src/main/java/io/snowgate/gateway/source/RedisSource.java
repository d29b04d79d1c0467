package io.snowgate.gateway.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.snowgate.gateway.state.StateSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A key of a Redis: a string that holds JSON, a hash, which becomes an object of strings in the order of its names, or a
 * document of RedisJSON. What it is, is asked each time, and how large it is before it is fetched; of a string no more than
 * the limit and one byte is ever asked for.
 *
 * <p>A failed command ends the connection, and the next fetch opens another: {@link StateSource}'s caller decides when, so
 * its back-off is the only one. The user needs {@code +@read} on the key and nothing else.
 */
final class RedisSource implements StateSource {

    private static final JsonFactory JSON = new JsonFactory();
    private static final ProtocolKeyword JSON_GET = keyword("JSON.GET");

    /** For one command or one step of connecting; the whole fetch has its deadline from the caller. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** The shortest field of a hash: {@code "":"",} */
    private static final int MIN_FIELD_BYTES = 6;

    /** How many times more memory than text a hash or a document may take: small fields take most. */
    private static final long MEMORY_PER_BYTE = 32;

    private final RedisAddress address;
    private final byte[] key;
    private final int maxSizeBytes;

    private @Nullable RedisThreads threads;
    private @Nullable RedisLink link;

    RedisSource(RedisAddress address, int maxSizeBytes) {
        this.address = address;
        this.key = address.keyBytes();
        this.maxSizeBytes = maxSizeBytes;
    }

    @Override
    public String description() {
        return address.description();
    }

    @Override
    public byte[] fetch() throws IOException, InterruptedException {
        boolean lasting = false;
        try {
            byte[] value = value(link().commands());
            lasting = true;
            return value;
        } catch (RefusedValue e) {
            lasting = true;
            throw new IOException("key " + address.key() + " " + e.getMessage(), e);
        } catch (RuntimeException e) {
            if (Causes.isInterrupt(e) && Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            throw new IOException(Causes.deepest(e), e);
        } finally {
            if (!lasting) {
                unlink();
            }
        }
    }

    private RedisLink link() throws IOException {
        RedisLink now = link;
        if (now == null || !now.isOpen()) {
            unlink();
            if (threads == null) {
                threads = new RedisThreads();
            }
            now = RedisLink.open(address, threads.resources(), TIMEOUT);
            link = now;
        }
        return now;
    }

    private void unlink() {
        unlink(() -> {});
    }

    private void unlink(Runnable then) {
        RedisLink old = link;
        link = null;
        if (old == null) {
            then.run();
        } else {
            old.end(then);
        }
    }

    private byte[] value(RedisClusterAsyncCommands<byte[], byte[]> redis) throws IOException, InterruptedException {
        String type = await(redis.type(key));
        return switch (type) {
            case "string" -> string(redis);
            case "hash" -> hash(redis);
            case "ReJSON-RL" -> json(redis);
            case "none" -> throw new RefusedValue("does not exist");
            default -> throw new RefusedValue("holds a " + type + ", must be a string, a hash or RedisJSON");
        };
    }

    private byte[] string(RedisClusterAsyncCommands<byte[], byte[]> redis) throws IOException, InterruptedException {
        requireWithinLimit(await(redis.strlen(key)));
        byte[] value = await(redis.getrange(key, 0, maxSizeBytes));
        requireWithinLimit(value.length);
        return value;
    }

    private byte[] hash(RedisClusterAsyncCommands<byte[], byte[]> redis) throws IOException, InterruptedException {
        long fields = await(redis.hlen(key));
        if (fields * MIN_FIELD_BYTES > maxSizeBytes) {
            throw new RefusedValue("has " + fields + " fields, too many for the limit of " + maxSizeBytes + " bytes");
        }
        requireReasonableMemory(redis);
        return object(await(redis.hgetall(key)));
    }

    private byte[] json(RedisClusterAsyncCommands<byte[], byte[]> redis) throws IOException, InterruptedException {
        requireReasonableMemory(redis);
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key);
        byte[] value = await(redis.dispatch(JSON_GET, new ByteArrayOutput<>(ByteArrayCodec.INSTANCE), args));
        requireWithinLimit(value.length);
        return value;
    }

    private void requireReasonableMemory(RedisClusterAsyncCommands<byte[], byte[]> redis)
            throws IOException, InterruptedException {
        long memory = await(redis.memoryUsage(key));
        if (memory > MEMORY_PER_BYTE * maxSizeBytes) {
            throw new RefusedValue("takes " + memory + " bytes of memory, too many for the limit of " + maxSizeBytes);
        }
    }

    private void requireWithinLimit(long sizeBytes) throws RefusedValue {
        if (sizeBytes > maxSizeBytes) {
            throw new RefusedValue("has " + sizeBytes + " bytes or more, the limit is " + maxSizeBytes);
        }
    }

    /** In the order of the names: Redis has none, and the same content is to be the same bytes. */
    private byte[] object(Map<byte[], byte[]> hash) throws IOException {
        TreeMap<String, String> fields = new TreeMap<>();
        for (Map.Entry<byte[], byte[]> field : hash.entrySet()) {
            String name = utf8(field.getKey(), "a field name");
            fields.put(name, utf8(field.getValue(), "field " + name));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            for (Map.Entry<String, String> field : fields.entrySet()) {
                json.writeStringField(field.getKey(), field.getValue());
            }
            json.writeEndObject();
        }
        requireWithinLimit(out.size());
        return out.toByteArray();
    }

    private static String utf8(byte[] octets, String what) throws RefusedValue {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedValue("has " + what + " that is not UTF-8");
        }
    }

    private static <T> T await(RedisFuture<T> reply) throws IOException, InterruptedException {
        try {
            T value = reply.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            if (value == null) {
                throw new RefusedValue("does not exist any more");
            }
            return value;
        } catch (ExecutionException e) {
            throw new IOException(Causes.deepest(e), e);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + TIMEOUT.toSeconds() + " s", e);
        }
    }

    private static ProtocolKeyword keyword(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return new ProtocolKeyword() {
            @Override
            public byte[] getBytes() {
                return bytes;
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    @Override
    public void close() {
        RedisThreads unused = threads;
        threads = null;
        unlink(unused == null ? () -> {} : unused::close);
    }

    /** Redis is well, what the key holds is not what can be served. */
    private static final class RefusedValue extends IOException {

        private static final long serialVersionUID = 1;

        RefusedValue(String message) {
            super(message);
        }
    }
}
