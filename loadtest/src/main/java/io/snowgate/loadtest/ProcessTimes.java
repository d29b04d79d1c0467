package io.snowgate.loadtest;

/**
 * A line of {@code /proc/PID/stat}, as far as it is about CPU time.
 *
 * @param ticks user and system time, of the process and of those of its children that have ended and been waited for
 */
record ProcessTimes(long pid, String command, long parent, long ticks) {

    static final int TICKS_PER_SECOND = 100;

    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    /** The command stands in parentheses and may contain some itself, and spaces. */
    static ProcessTimes parse(String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        String[] fields = stat.substring(close + 2).split(" ", -1);
        return new ProcessTimes(
                Long.parseLong(stat.substring(0, open - 1)),
                stat.substring(open + 1, close),
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[USER])
                        + Long.parseLong(fields[SYSTEM])
                        + Long.parseLong(fields[CHILDREN_USER])
                        + Long.parseLong(fields[CHILDREN_SYSTEM]));
    }
}
