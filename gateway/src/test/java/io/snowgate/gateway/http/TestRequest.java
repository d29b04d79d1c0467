package io.snowgate.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that no wire brought; {@code fields} are names and values by turns. */
record TestRequest(HttpMethod method, String path, List<String> fields) implements Request {

    static TestRequest of(String method, String path, String... fields) {
        return new TestRequest(HttpMethod.valueOf(method), path, List.of(fields));
    }

    @Override
    public String query() {
        return "";
    }

    @Override
    public @Nullable CharSequence header(AsciiString name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    @Override
    public int headerCount(AsciiString name) {
        return values(name).size();
    }

    private List<String> values(AsciiString name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            if (name.contentEqualsIgnoreCase(fields.get(i))) {
                values.add(fields.get(i + 1));
            }
        }
        return values;
    }

    @Override
    public boolean takesHttp1Octets() {
        return false;
    }

    @Override
    public ByteBufAllocator alloc() {
        return UnpooledByteBufAllocator.DEFAULT;
    }
}
