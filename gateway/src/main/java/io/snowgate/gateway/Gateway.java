package io.snowgate.gateway;

import com.sun.net.httpserver.HttpHandler;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.TicketKey;
import io.snowgate.gateway.admin.AdminServer;
import io.snowgate.gateway.admin.Metrics;
import io.snowgate.gateway.endpoint.Asset;
import io.snowgate.gateway.endpoint.ClusterHealth;
import io.snowgate.gateway.endpoint.DecodeEndpoint;
import io.snowgate.gateway.endpoint.Follower;
import io.snowgate.gateway.endpoint.HealthEndpoints;
import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.gateway.endpoint.LeasedSnowflakeEndpoint;
import io.snowgate.gateway.endpoint.MembersEndpoint;
import io.snowgate.gateway.endpoint.PageEndpoint;
import io.snowgate.gateway.endpoint.Readiness;
import io.snowgate.gateway.endpoint.SequenceEndpoint;
import io.snowgate.gateway.endpoint.SnowflakeEndpoint;
import io.snowgate.gateway.endpoint.StateDictionaryEndpoint;
import io.snowgate.gateway.endpoint.StateEndpoint;
import io.snowgate.gateway.endpoint.StateFeed;
import io.snowgate.gateway.endpoint.StateStreamEndpoint;
import io.snowgate.gateway.endpoint.StatesEndpoint;
import io.snowgate.gateway.endpoint.Streams;
import io.snowgate.gateway.endpoint.TimestampEndpoint;
import io.snowgate.gateway.http.CorsPolicy;
import io.snowgate.gateway.http.CurrentDate;
import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpLimits;
import io.snowgate.gateway.http.Jitter;
import io.snowgate.gateway.http.Methods;
import io.snowgate.gateway.http.Router;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.tls.DevelopmentCertificate;
import io.snowgate.gateway.tls.ServerCertificate;
import io.snowgate.gateway.tls.TlsContexts;
import io.snowgate.gateway.tls.TlsFailure;
import io.snowgate.gateway.tls.TlsProvider;
import io.snowgate.gateway.tls.TlsServer;
import io.snowgate.gateway.transport.ConnectionInitializer;
import io.snowgate.gateway.transport.Connections;
import io.snowgate.gateway.transport.IoTransport;
import io.snowgate.gateway.transport.Server;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running server: builds its parts from left to right and stops them in reverse, except that the management port
 * comes before the public ones: it answers as long as they do, and tells a probe that they are being stopped. Whatever
 * cannot be started takes down what was started before it.
 */
final class Gateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    private final GatewayConfig config;
    private final EpochClock clock;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Drain drain = new Drain();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    private OptionalInt port = OptionalInt.empty();
    private OptionalInt plainPort = OptionalInt.empty();
    private OptionalInt adminPort = OptionalInt.empty();
    private @Nullable TlsServer tls;

    /** How IDs stand, where they are to be had, and what is left to do once the server listens. */
    private record Ids(IdStatus status, Endpoint endpoint, Runnable begin) {}

    private Gateway(GatewayConfig config, EpochClock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** Starts a gateway that serves when this returns. */
    static Gateway start(GatewayConfig config) throws StartFailure {
        return start(config, EpochClock.system());
    }

    /** The same by another clock. */
    static Gateway start(GatewayConfig config, EpochClock clock) throws StartFailure {
        Gateway gateway = new Gateway(config, clock);
        try {
            gateway.build();
            return gateway;
        } catch (IOException | TlsFailure | IllegalArgumentException e) {
            gateway.close();
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            gateway.close();
            throw e;
        }
    }

    private void build() throws IOException, TlsFailure {
        LateCluster cluster = newCluster();
        Ids issued = config.snowflake().isLeased() ? leasedIds(cluster) : claimedIds();
        PreparedTls prepared = started(PreparedTls.begin(this::newTls));
        IdStatus ids = issued.status();
        CorsPolicy cors =
                new CorsPolicy(config.cors().origins(), config.cors().maxAge(), config.clusterBeginsAtStart());
        CompletableFuture<Void> serving = new CompletableFuture<>();
        List<NamedState> states = startPublishers(cors, serving, cluster);
        Readiness readiness = new Readiness(states, ids, health(cluster), drain);
        Router.Builder routes = Router.builder(cors, registry)
                .serve("/", "page", new PageEndpoint(!config.cluster().isOff()))
                .serve("/page.css", "page", Asset.named("page.css", "text/css; charset=utf-8"))
                .serve("/page.js", "page", Asset.named("page.js", JAVASCRIPT))
                .serve("/view.js", "page", Asset.named("view.js", JAVASCRIPT))
                .serve("/snowgate.js", "module", Asset.named("snowgate.js", JAVASCRIPT))
                .serve("/openapi.json", "openapi", Asset.named("openapi.json", "application/json"))
                .serve("/api/snowflake", "snowflake", issued.endpoint())
                .serveBelow(
                        "/api/snowflake/",
                        "decode",
                        new DecodeEndpoint("/api/snowflake/", config.snowflake().layout(), clock))
                .serve("/states", "states", new StatesEndpoint(states, System::nanoTime))
                .serve("/up", "up", HealthEndpoints.up())
                .serve("/ready", "ready", HealthEndpoints.ready(readiness));
        serve(routes, cluster);
        Streams streams = newStreams();
        states.forEach(state -> serve(routes, state, streams));
        startAdmin(readiness, cluster);
        Server server = startServer();
        tls = prepared.get();
        listen(routes.build(), server);
        Metrics.bindProcess(registry);
        states.forEach(state -> Metrics.bindState(registry, state));
        Metrics.bindIds(registry, ids);
        serving.complete(null);
        if (config.clusterBeginsAtStart()) {
            cluster.begin();
        }
        issued.begin().run();
    }

    /** Closed in reverse, so after the server has drained: the agent, then the claim. */
    private WorkerClaim claimWorker() throws IOException {
        return started(WorkerClaim.take(config.snowflake(), config.dataDir(), clock, LOG::info));
    }

    private Ids claimedIds() throws IOException {
        WorkerClaim claim = claimWorker();
        IdStatus ids = new IdStatus(claim.generator(), clock);
        startAgent(claim, ids);
        warnOf(ids);
        return new Ids(ids, new SnowflakeEndpoint(claim.generator(), ids, registry), () -> {});
    }

    /** The worker id is given back after the server has drained, and before the cluster ends. */
    private Ids leasedIds(LateCluster cluster) throws IOException {
        GatewayConfig.Snowflake told = config.snowflake();
        IdStatus ids = new IdStatus(told.layout(), clock, "the lease of the worker id was not renewed in time");
        LeasedSnowflakeEndpoint endpoint = new LeasedSnowflakeEndpoint(ids);
        Optional<String> self = config.cluster().self();
        String holder = self.isPresent() ? self.get() : LeaseHolder.in(config.dataDir());
        WorkerLeaseAgent agent = started(new WorkerLeaseAgent(told, holder, cluster, clock, ids, endpoint, registry));
        agent.bindTo(registry);
        warnOf(ids);
        return new Ids(ids, endpoint, agent::start);
    }

    private static void warnOf(IdStatus ids) {
        String warning = ids.warning();
        if (warning != null) {
            LOG.warn("{}: plan for another one", warning);
        }
    }

    private void startAgent(WorkerClaim claim, IdStatus ids) {
        ReservationAgent agent =
                started(new ReservationAgent(claim.window(), config.snowflake().reserve(), ids));
        agent.bindTo(registry);
        agent.start();
    }

    private List<NamedState> startPublishers(CorsPolicy cors, CompletionStage<?> serving, Cluster cluster) {
        StatePublishers publishers = started(new StatePublishers(config.states(), cors, clock));
        if (config.clusterBeginsAtStart()) {
            publishers.stampBy(() -> cluster.timestamps().claim(1));
        }
        publishers.start(serving);
        return publishers.all();
    }

    /** Begins behind the back of the rest; closed after the server has drained. */
    private LateCluster newCluster() {
        GatewayConfig.Cluster told = config.cluster();
        AtomicReference<@Nullable Cluster> part = new AtomicReference<>();
        Runnable ticketKeys = () -> takeTicketKeys(part.get());
        ClusterMeters meters = new ClusterMeters(registry, ticketKeys);
        LateCluster cluster = started(new LateCluster(
                () -> new ClusterStarter(told, config.dataDir(), this::port, clock).start(meters),
                !config.clusterBeginsAtStart(),
                ticketKeys,
                told.hasMembers() ? told.self().orElse(null) : ClusterStarter.SINGLE,
                told.members()));
        part.set(cluster);
        meters.bindStatus(cluster::statusNow);
        return cluster;
    }

    /** So that a session which began at one gateway goes on at another, and after a restart. */
    private void takeTicketKeys(@Nullable Cluster cluster) {
        List<byte[]> keys = cluster == null
                ? List.of()
                : cluster.ticketKeys().stream().map(TicketKey::material).toList();
        if (!keys.isEmpty()) {
            tls().setTicketKeys(keys);
        }
    }

    private ClusterHealth health(LateCluster cluster) {
        return new ClusterHealth(cluster::statusNow, config.clusterBeginsAtStart());
    }

    private void serve(Router.Builder routes, LateCluster cluster) {
        if (!config.cluster().isOff()) {
            Endpoint members = new MembersEndpoint(cluster);
            routes.serve("/members", "members", members).serve("/membership", "members", members);
            Follower follower = switch (config.cluster().timestampFollower()) {
                case FORWARD -> Follower.FORWARD;
                case REDIRECT -> Follower.REDIRECT;
                case REJECT -> Follower.REJECT;
            };
            routes.serve("/timestamp", "timestamp", new TimestampEndpoint(cluster, follower, registry))
                    .serveBelow(
                            SequenceEndpoint.PATH,
                            "sequence",
                            Methods.READ_OR_POST,
                            new SequenceEndpoint(cluster.sequences(), config.cluster()::isStrict, registry))
                    .serveLeaf(
                            SequenceEndpoint.PATH,
                            SequenceEndpoint.STATUS,
                            "sequence-status",
                            SequenceEndpoint.status(cluster.sequences()));
        }
    }

    /** Every path of one state; the default one is also there by its name. All states count as one in the metrics. */
    private void serve(Router.Builder routes, NamedState state, Streams streams) {
        Endpoint document = new StateEndpoint(state.publisher(), registry);
        Endpoint dictionary = new StateDictionaryEndpoint(state.publisher());
        Endpoint stream = new StateStreamEndpoint(started(StateFeed.of(state.publisher(), streams)));
        for (String path : state.paths()) {
            routes.serve(path, "state", document)
                    .serve(path + "/dictionary", "dictionary", dictionary)
                    .serve(path + "/stream", "stream", stream);
        }
    }

    /** What all streams have in common. */
    private Streams newStreams() {
        GatewayConfig.Limits told = config.limits();
        return new Streams(told.streams(), told.streamHeartbeat(), Jitter.CHANCE, registry);
    }

    private TlsServer newTls() throws TlsFailure {
        TlsProvider provider = switch (config.tls().provider()) {
            case BORINGSSL -> TlsProvider.BORINGSSL;
            case JDK -> TlsProvider.JDK;
        };
        return TlsContexts.server(provider, certificate(), config.limits().handshakeTimeout());
    }

    private ServerCertificate certificate() throws TlsFailure {
        InstantSource wallClock = InstantSource.system();
        if (config.tls().certificate().isEmpty()) {
            return DevelopmentCertificate.in(config.dataDir(), wallClock);
        }
        GatewayConfig.CertificateFiles files = config.tls().certificate().get();
        return ServerCertificate.fromPem(
                files.cert(), files.key(), files.keyPasswordFile().orElse(null), wallClock);
    }

    private Server startServer() throws IOException {
        Connections connections = new Connections(config.limits().connections(), registry);
        int threads = config.eventLoops() == 0 ? Runtime.getRuntime().availableProcessors() : config.eventLoops();
        Server server = new Server(transport(), threads, connections, drain);
        started.push(() -> server.stop(config.grace()));
        server.bindTo(registry);
        return server;
    }

    private IoTransport transport() throws IOException {
        IoTransport wanted = switch (config.transport()) {
            case AUTO -> IoTransport.best();
            case EPOLL -> IoTransport.EPOLL;
            case IO_URING -> IoTransport.IO_URING;
            case KQUEUE -> IoTransport.KQUEUE;
            case NIO -> IoTransport.NIO;
        };
        Throwable obstacle = wanted.obstacle();
        if (obstacle != null) {
            throw new IOException("transport " + wanted + " does not work on this machine (" + obstacle.getMessage()
                    + "); leave --transport out for the one that does");
        }
        return wanted;
    }

    private void listen(Router router, Server server) throws IOException {
        GatewayConfig.Limits told = config.limits();
        HttpLimits limits = new HttpLimits(
                told.requestLineBytes(),
                told.headerSectionBytes(),
                told.headerFields(),
                told.bodyBytes(),
                told.concurrentStreams(),
                told.headerTimeout(),
                told.bodyTimeout(),
                told.idleTimeout(),
                config.grace(),
                told.streamStallTimeout());
        CurrentDate date = new CurrentDate(clock);
        Connections connections = server.connections();
        port = OptionalInt.of(server.listen(
                        new InetSocketAddress(config.host(), config.port()),
                        new ConnectionInitializer(connections, tls, router, date, drain, limits, registry))
                .port());
        if (config.plainPort().isPresent()) {
            InetSocketAddress address =
                    new InetSocketAddress(config.host(), config.plainPort().getAsInt());
            plainPort = OptionalInt.of(server.listen(
                            address,
                            new ConnectionInitializer(connections, null, router, date, drain, limits, registry))
                    .port());
        }
    }

    private void startAdmin(Readiness readiness, Cluster cluster) throws IOException {
        if (config.admin().port().isEmpty()) {
            return;
        }
        InetSocketAddress address = new InetSocketAddress(
                config.admin().host(), config.admin().port().getAsInt());
        Map<String, HttpHandler> more =
                config.cluster().isOff() ? Map.of() : Map.of(ClusterControl.PATH, new ClusterControl(cluster));
        AdminServer admin = started(AdminServer.start(address, registry, readiness, more));
        adminPort = OptionalInt.of(admin.port());
    }

    private <T extends AutoCloseable> T started(T part) {
        started.push(part);
        return part;
    }

    GatewayConfig config() {
        return config;
    }

    int port() {
        return port.orElseThrow();
    }

    OptionalInt plainPort() {
        return plainPort;
    }

    OptionalInt adminPort() {
        return adminPort;
    }

    TlsServer tls() {
        return Objects.requireNonNull(tls, "started");
    }

    /** Returns once the gateway has stopped. */
    void await() throws InterruptedException {
        closed.await();
    }

    /** Drains and stops everything, in the reverse of the order it was started in. A second call waits for the first. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            awaitUninterruptibly();
            return;
        }
        for (AutoCloseable part = started.poll(); part != null; part = started.poll()) {
            close(part);
        }
        closed.countDown();
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("{} did not stop cleanly", part, e);
        }
    }

    private void awaitUninterruptibly() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
