package io.snowgate.loadtest;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** What {@code kill(2)} sends, by the numbers of Linux. Of the C library, as a slice of time is too short for a program. */
enum Signal {

    /** Makes a process stand still, whatever it is doing. */
    STOP(19),

    /** Lets it go on. */
    CONT(18);

    @SuppressWarnings("restricted") // of the C library there is this one function
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** False when there is no such process any more. */
    boolean send(long pid) {
        try {
            return (int) KILL.invokeExact(Math.toIntExact(pid), number) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a function of C throws nothing", e);
        }
    }
}
