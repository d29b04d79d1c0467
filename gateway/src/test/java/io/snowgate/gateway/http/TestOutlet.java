package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.CharsetUtil;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An outlet without a wire: its client is the test, which may stop taking parts. */
public final class TestOutlet extends Outlet {

    private static final Duration LONG = Duration.ofHours(1);
    private static final HttpLimits LIMITS = new HttpLimits(1, 1, 1, 1, 1, LONG, LONG, LONG, LONG, LONG);

    private final ChannelHandlerContext ctx;
    private final StringBuilder taken = new StringBuilder();
    private boolean deaf;
    private @Nullable ChannelPromise waiting;

    private TestOutlet(ChannelHandlerContext ctx, Subscription subscription) {
        super(ctx, subscription, LIMITS);
        this.ctx = ctx;
    }

    /** One of the streams on {@code channel}, open. */
    public static TestOutlet open(EmbeddedChannel channel, Subscription subscription) {
        if (channel.pipeline().firstContext() == null) {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
        }
        TestOutlet outlet =
                new TestOutlet(Objects.requireNonNull(channel.pipeline().firstContext()), subscription);
        outlet.open();
        return outlet;
    }

    /** From now on the client takes nothing. */
    public void stopReading() {
        deaf = true;
    }

    public void goOnReading() {
        deaf = false;
        if (waiting != null) {
            ChannelPromise promise = waiting;
            waiting = null;
            promise.setSuccess();
        }
    }

    /** What has come since the last look. */
    public String taken() {
        String text = taken.toString();
        taken.setLength(0);
        return text;
    }

    /** The client leaves. */
    public void leave() {
        close(Subscription.Ending.OVER);
    }

    @Override
    ByteBuf octets(StreamChunk part) {
        return part.data();
    }

    @Override
    ChannelFuture send(ByteBuf slice) {
        taken.append(slice.toString(CharsetUtil.UTF_8));
        slice.release();
        if (!deaf) {
            return ctx.newSucceededFuture();
        }
        waiting = ctx.newPromise();
        return waiting;
    }

    @Override
    void sendEnd() {
        leave();
    }

    @Override
    void cut() {}
}
