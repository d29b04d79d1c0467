package io.snowgate.loadtest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A {@link CrowdClient} seen from here. */
final class CrowdProcess implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 90;

    private final Server server;
    private final ClientProcess process;

    private CrowdProcess(Server server, ClientProcess process) {
        this.server = server;
        this.process = process;
    }

    /**
     * @param seconds that it will be told to take, altogether
     */
    static CrowdProcess start(Lab lab, Server server, int seconds) throws IOException {
        return new CrowdProcess(
                server, lab.javaClient(CrowdClient.class, List.of(), seconds + PATIENCE_SECONDS, server.port(true)));
    }

    long pid() {
        return process.pid();
    }

    /** Gives how many connections stand then; all must. */
    void hold(int connections) throws IOException, Failure {
        process.tell("hold " + connections + " /state");
        expect(connections);
    }

    void listen(int count, boolean deaf, String path) throws IOException, Failure {
        process.tell("listen " + count + (deaf ? " deaf " : " hearing ") + path);
        String failed = process.await(CrowdClient.SIZE).split(" ", -1)[2];
        if (!failed.equals("0")) {
            throw new Failure(failed + " streams of " + count + " did not begin");
        }
    }

    private void expect(int connections) throws IOException, Failure {
        String open = process.await(CrowdClient.SIZE).split(" ", -1)[1];
        if (!open.equals(Integer.toString(connections))) {
            throw new Failure("only " + open + " of " + connections + " connections stood");
        }
    }

    long events() throws IOException, Failure {
        process.tell("events");
        return Long.parseLong(process.await(CrowdClient.EVENTS).substring(CrowdClient.EVENTS.length()));
    }

    /** So many requests a second over all connections, whatever comes of them. */
    Outcome pace(int rate, int warmUpSeconds, int seconds) throws IOException, Failure {
        process.tell("pace " + rate + " " + warmUpSeconds + " " + seconds);
        process.await(CrowdClient.BEGIN);
        ProcessTable before = ProcessTable.read();
        process.await(CrowdClient.END);
        ProcessTable after = ProcessTable.read();
        String[] said = process.await(CrowdClient.FIGURES).split(" ", -1);
        CpuUse use = CpuUse.between(before, after, server.pid(), process.pid());
        return new Outcome(turn(said, seconds, use), use);
    }

    private Turn turn(String[] said, int seconds, CpuUse use) throws IOException {
        double answered = Integer.parseInt(said[1]);
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.REQUESTS_PER_SECOND, answered / seconds);
        if (answered > 0) {
            figures.put(Metric.CPU_MICROS, use.serverMicros() / answered);
            figures.put(Metric.P50_MILLIS, Double.valueOf(said[3]));
            figures.put(Metric.P99_MILLIS, Double.valueOf(said[4]));
            figures.put(Metric.P999_MILLIS, Double.valueOf(said[5]));
        }
        figures.put(Metric.RSS_MIB, server.rssMib());
        figures.put(Metric.ERRORS, Double.valueOf(said[2]));
        use.addTo(figures);
        return new Turn(figures);
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
