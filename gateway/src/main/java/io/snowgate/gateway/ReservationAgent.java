package io.snowgate.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.generator.ReservedWindow;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the reserved window ahead of the clock, so that no request waits for the disk, and looks after the clock on the
 * way. Owns a thread that comes by {@value #ROUNDS_PER_WINDOW} times a window, five of them before the second half of it
 * is used up.
 *
 * <p>A disk that fails stops nothing until the end of the window; then requests are refused until it works again. The
 * log has one line when it fails and one when it works again.
 */
final class ReservationAgent implements AutoCloseable {

    private static final int ROUNDS_PER_WINDOW = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(ReservationAgent.class);

    private final ReservedWindow window;
    private final IdStatus status;
    private final long periodNanos;
    private final Thread thread;
    private final AtomicLong failures = new AtomicLong();
    private final AtomicBoolean isFailing = new AtomicBoolean();
    private volatile boolean isClosing;

    ReservationAgent(ReservedWindow window, Duration ahead, IdStatus status) {
        this.window = window;
        this.status = status;
        this.periodNanos = ahead.toNanos() / ROUNDS_PER_WINDOW;
        this.thread = new Thread(this::run, "snowgate-reservation");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void bindTo(MeterRegistry registry) {
        Gauge.builder("snowgate.reservation.failing", isFailing, failing -> failing.get() ? 1 : 0)
                .description("1 while no further IDs can be reserved on disk")
                .register(registry);
        FunctionCounter.builder("snowgate.reservation.failures", failures, AtomicLong::get)
                .description("Attempts to reserve IDs on disk that failed")
                .register(registry);
    }

    /**
     * Returns when the thread has ended, and no other uses the window.
     *
     * @throws IOException when it hangs, on a disk that does not answer
     */
    @Override
    public void close() throws IOException {
        isClosing = true;
        LockSupport.unpark(thread);
        try {
            if (thread.isAlive() && !thread.join(PATIENCE)) {
                throw new IOException("the disk with the reserved IDs does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosing) {
            round();
            LockSupport.parkNanos(this, periodNanos);
        }
    }

    private void round() {
        try {
            window.extendIfNeeded();
            if (isFailing.compareAndSet(true, false)) {
                LOG.info("IDs are reserved on disk again");
            }
            status.look();
        } catch (IOException | RuntimeException e) {
            failures.incrementAndGet();
            if (isFailing.compareAndSet(false, true)) {
                LOG.error("IDs cannot be reserved on disk; there are none when those that are reserved are used up", e);
            }
        }
    }
}
