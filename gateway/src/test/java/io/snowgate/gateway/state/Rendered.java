package io.snowgate.gateway.state;

import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A representation without a publisher: whoever made it supersedes it. */
public record Rendered(Representation representation) implements AutoCloseable {

    private static final long NOW = 1_800_000_000_000L;
    private static final StateOptions USUAL =
            StateOptions.usual(Duration.ofSeconds(1), Duration.ofSeconds(10), 100_000);

    public static Rendered of(String json) {
        Content content = Content.of(json.getBytes(StandardCharsets.US_ASCII));
        Label label = new Labels(USUAL).document(content, Coding.IDENTITY, NOW);
        return new Rendered(new Renderer(FieldBlock.NONE).render(label, Renderer.exactly(content.bytes()), NOW, 0, 0));
    }

    /** As a publisher does when a newer one is out. */
    @Override
    public void close() {
        representation.release();
    }
}
