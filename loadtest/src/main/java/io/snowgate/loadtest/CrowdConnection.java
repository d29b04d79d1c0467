package io.snowgate.loadtest;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection that asks when it is told to, one question at a time: a question that is due while another is open waits,
 * and its time counts from when it was due.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which channelInactive tells
final class CrowdConnection extends ChannelInboundHandlerAdapter {

    /** Hears answers; to a question that gets none there is nothing to hear. */
    @FunctionalInterface
    interface Ear {
        void answered(long dueNanos, int status);
    }

    private final ByteBuf request;
    private final Collection<CrowdConnection> standing;
    private final Crowd.Arrival arrival;
    private final Deque<Long> due = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private Ear ear = (dueNanos, status) -> {};
    private boolean stands;

    /**
     * @param standing which this one joins with its first answer, and leaves at its end
     */
    CrowdConnection(ByteBuf request, Collection<CrowdConnection> standing, Crowd.Arrival arrival) {
        this.request = request;
        this.standing = standing;
        this.arrival = arrival;
    }

    void ask(long dueNanos, Ear newEar) {
        ear = newEar;
        due.add(dueNanos);
        if (due.size() == 1) {
            send();
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        added.pipeline().addBefore(added.name(), null, new AnswerDecoder(this::answered));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                due.add(System.nanoTime());
                send();
            } else {
                triggered.close();
            }
        }
    }

    private void send() {
        if (context != null) {
            context.writeAndFlush(request.duplicate(), context.voidPromise());
        }
    }

    private void answered(int status) {
        Long dueNanos = due.poll();
        if (dueNanos == null) {
            return;
        }
        if (stands) {
            ear.answered(dueNanos, status);
        } else {
            stands = true;
            standing.add(this);
            arrival.arrived(true);
        }
        if (!due.isEmpty()) {
            send();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        if (stands) {
            standing.remove(this);
        } else {
            arrival.arrived(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
        caught.close();
    }
}
