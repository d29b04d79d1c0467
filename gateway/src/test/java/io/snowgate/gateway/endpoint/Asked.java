package io.snowgate.gateway.endpoint;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Answers;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A GET that no wire brought, and what an endpoint says to it. */
record Asked(String path, String query, Map<String, String> fields) implements Request {

    /** An answer after its buffer is released. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
    record Answer(int status, String type, byte[] octets, Response response) {

        String text() {
            return new String(octets, CharsetUtil.US_ASCII);
        }

        String field(String name) {
            return Answers.field(response, name);
        }
    }

    static Asked of(String target) {
        return of(target, Map.of());
    }

    static Asked of(String target, Map<String, String> fields) {
        int mark = target.indexOf('?');
        return mark < 0
                ? new Asked(target, "", fields)
                : new Asked(target.substring(0, mark), target.substring(mark + 1), fields);
    }

    /** Waits for the answer where it comes later. */
    Answer to(Endpoint endpoint) {
        Response response = Answers.await(endpoint.respond(this));
        byte[] octets = ByteBufUtil.getBytes(response.content());
        response.content().release();
        return new Answer(response.status().code(), Answers.field(response, "content-type"), octets, response);
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.GET;
    }

    @Override
    public @Nullable CharSequence header(AsciiString name) {
        return fields.get(name.toString());
    }

    @Override
    public int headerCount(AsciiString name) {
        return fields.containsKey(name.toString()) ? 1 : 0;
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
