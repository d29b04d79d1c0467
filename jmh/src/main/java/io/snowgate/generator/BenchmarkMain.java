package io.snowgate.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Says what is measured on and what a reading of the clock costs there, and then runs JMH, or {@link RivalsReport} when
 * the first argument is {@code report}.
 *
 * <p>An ID contains a reading of the clock. With the clock source {@code tsc} and the kernel's vDSO that is some 20 ns;
 * with {@code xen}, {@code acpi_pm} or a vDSO switched off it is a system call of ten times that, and every number below
 * says more about the machine than about the library.
 */
public final class BenchmarkMain {

    private static final Path CLOCK_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final int READINGS = 2_000_000;
    private static final int ROUNDS = 5;
    private static final double MOST_OF_VDSO_NANOS = 100;

    private BenchmarkMain() {}

    /** The arguments are JMH's. */
    public static void main(String[] arguments) throws Exception {
        printMachine();
        if (arguments.length > 0 && arguments[0].equals("report")) {
            RivalsReport.main(Arrays.copyOfRange(arguments, 1, arguments.length));
        } else {
            org.openjdk.jmh.Main.main(arguments);
        }
    }

    private static void printMachine() throws IOException {
        System.out.println("# Date: " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        System.out.println("# CPU: " + Runtime.getRuntime().availableProcessors() + " x " + cpuModel());
        System.out.println("# JVM: " + Runtime.version());
        System.out.println("# Clock source: " + firstLine(CLOCK_SOURCE));
        printCost("System.currentTimeMillis", System::currentTimeMillis);
        printCost("System.nanoTime", System::nanoTime);
        System.out.println();
    }

    private static void printCost(String name, LongSupplier clock) {
        double nanos = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            nanos = Math.min(nanos, nanosPerReading(clock));
        }
        String by = nanos < MOST_OF_VDSO_NANOS ? "by the vDSO" : "by a system call, it seems";
        System.out.printf("# %s: %.1f ns a reading, %s%n", name, nanos, by);
    }

    private static double nanosPerReading(LongSupplier clock) {
        long sum = 0;
        long began = System.nanoTime();
        for (int i = 0; i < READINGS; i++) {
            sum += clock.getAsLong();
        }
        long took = System.nanoTime() - began;
        return sum == 0 ? Double.NaN : (double) took / READINGS;
    }

    private static String cpuModel() throws IOException {
        if (Files.notExists(CPU_INFO)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(CPU_INFO).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    private static String firstLine(Path file) throws IOException {
        return Files.notExists(file) ? "unknown" : Files.readString(file).strip();
    }
}
