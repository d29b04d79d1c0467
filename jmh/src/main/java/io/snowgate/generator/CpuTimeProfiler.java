package io.snowgate.generator;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the whole process for each operation. Libraries that keep to the clock all take 244 ns an ID; whether they
 * sleep or spin through it shows here, and so does a thread that ticks in the background.
 *
 * <pre>./jmh/run Rivals -prof io.snowgate.generator.CpuTimeProfiler</pre>
 */
public final class CpuTimeProfiler implements InternalProfiler {

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "CPU time of the process per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = process.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = process.getProcessCpuTime() - before;
        double perOperation = nanos / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult("cpu", perOperation, "ns/op", AggregationPolicy.AVG));
    }
}
