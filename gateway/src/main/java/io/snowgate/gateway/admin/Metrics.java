package io.snowgate.gateway.admin;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.buffer.PooledByteBufAllocator;
import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.state.StateStatus;
import java.util.function.ToDoubleFunction;

/** Meters of what has none of its own. Read when somebody scrapes, so they cost nothing otherwise. */
public final class Metrics {

    private Metrics() {}

    /** The process: JVM, descriptors, processor, Netty's memory. */
    @SuppressWarnings("resource") // lives as long as the process
    public static void bindProcess(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new NettyAllocatorMetrics(PooledByteBufAllocator.DEFAULT).bindTo(registry);
    }

    /** The document of one state and its source, tagged with the name of the state. */
    public static void bindState(MeterRegistry registry, NamedState state) {
        gauge(
                registry,
                state,
                "snowgate.state.age.seconds",
                "Since the document was last confirmed",
                status -> status.ageMillis() / 1_000.0);
        gauge(registry, state, "snowgate.state.size.bytes", "Length of the document", StateStatus::sizeBytes);
        gauge(
                registry,
                state,
                "snowgate.state.stale",
                "1 when the document is older than it may be",
                status -> status.stale() ? 1 : 0);
        counter(registry, state, "snowgate.state.refreshes", "Refreshes ended", StateStatus::refreshes);
        counter(registry, state, "snowgate.state.refresh.failures", "Refreshes failed", StateStatus::failures);
    }

    /** The clock and the layout of IDs. */
    public static void bindIds(MeterRegistry registry, IdStatus ids) {
        Gauge.builder("snowgate.layout.seconds.left", ids, IdStatus::secondsLeft)
                .description("Until the layout of IDs is used up")
                .register(registry);
        Gauge.builder("snowgate.clock.behind.seconds", ids, IdStatus::secondsBehind)
                .description("Until the clock has caught up with the last IDs; 0 while there are IDs")
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry,
            NamedState state,
            String name,
            String description,
            ToDoubleFunction<StateStatus> value) {
        Gauge.builder(name, state.publisher(), publisher -> value.applyAsDouble(publisher.status()))
                .description(description)
                .tag("state", state.name())
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry,
            NamedState state,
            String name,
            String description,
            ToDoubleFunction<StateStatus> value) {
        FunctionCounter.builder(name, state.publisher(), publisher -> value.applyAsDouble(publisher.status()))
                .description(description)
                .tag("state", state.name())
                .register(registry);
    }
}
