package io.snowgate.gateway.transport;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The mechanisms by which an event loop waits for sockets. Classes of one that is not used are not loaded. */
public enum IoTransport {
    EPOLL {
        @Override
        IoHandlerFactory newFactory() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return EpollServerSocketChannel.class;
        }

        @Override
        public @Nullable Throwable obstacle() {
            return Epoll.unavailabilityCause();
        }
    },
    IO_URING {
        @Override
        IoHandlerFactory newFactory() {
            return IoUringIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return IoUringServerSocketChannel.class;
        }

        @Override
        public @Nullable Throwable obstacle() {
            return IoUring.unavailabilityCause();
        }
    },
    KQUEUE {
        @Override
        IoHandlerFactory newFactory() {
            return KQueueIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return KQueueServerSocketChannel.class;
        }

        @Override
        public @Nullable Throwable obstacle() {
            return KQueue.unavailabilityCause();
        }
    },
    NIO {
        @Override
        IoHandlerFactory newFactory() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return NioServerSocketChannel.class;
        }

        @Override
        public @Nullable Throwable obstacle() {
            return null;
        }
    };

    abstract IoHandlerFactory newFactory();

    abstract Class<? extends ServerChannel> serverChannel();

    /** Why it cannot be used on this machine, or null when it can. */
    public abstract @Nullable Throwable obstacle();

    /** What suits this machine: epoll on Linux, kqueue on macOS, NIO elsewhere. io_uring only by name: ADR 0004. */
    public static IoTransport best() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("linux") && EPOLL.obstacle() == null) {
            return EPOLL;
        }
        return system.contains("mac") && KQUEUE.obstacle() == null ? KQUEUE : NIO;
    }

    /** The word in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
