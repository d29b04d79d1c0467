package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.netty.util.Version;
import io.snowgate.gateway.tls.TlsProvider;
import io.snowgate.generator.EpochClock;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The process: reads the command line and the other layers once, then runs the gateway until it is told to stop.
 *
 * <p>Exit codes: 0 stopped as asked, 1 could not start, 2 refused. Whatever is refused is one line on stderr.
 */
public final class Main {

    static final int STOPPED = 0;
    static final int NOT_STARTED = 1;
    static final int REFUSED = 2;

    private static final String WATCHED_ONE_IN = "io.netty.leakDetection.samplingInterval";

    /** Runs a gateway until it has stopped. */
    @FunctionalInterface
    interface Runner {
        void run(GatewayConfig config) throws StartFailure, InterruptedException;
    }

    private final ConfigKeys keys = ConfigKeys.load();
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;
    private final Runner runner;

    Main(Map<String, String> environment, PrintStream out, PrintStream err, Runner runner) {
        this.environment = environment;
        this.out = out;
        this.err = err;
        this.runner = runner;
    }

    public static void main(String[] arguments) throws InterruptedException {
        watchFewerBuffers();
        if (GatewayCommand.isForGateway(List.of(arguments))) {
            beginLogging();
            Thread.ofPlatform().daemon().name("snowgate-ahead").start(TlsProvider::loadAhead);
        }
        System.exit(new Main(System.getenv(), System.out, System.err, Main::serve).run(arguments));
    }

    /** Before there is a second thread: SLF4J complains on stderr of whoever takes a logger while another one begins it. */
    private static void beginLogging() {
        LoggerFactory.getILoggerFactory();
    }

    /**
     * Netty follows one buffer in 128 to see whether it is released, which takes 2 % of a request's time. A leak shows as
     * surely in one of 8,192. Any {@code -Dio.netty.leakDetection…} says otherwise.
     */
    private static void watchFewerBuffers() {
        if (System.getProperty(WATCHED_ONE_IN) == null) {
            System.setProperty(WATCHED_ONE_IN, "8192");
        }
    }

    int run(String[] arguments) throws InterruptedException {
        try {
            return run(GatewayCommand.parse(arguments, keys));
        } catch (ConfigFailure e) {
            return complain(e, REFUSED);
        } catch (StartFailure e) {
            return complain(e, NOT_STARTED);
        } catch (RuntimeException bug) {
            bug.printStackTrace(err);
            return NOT_STARTED;
        }
    }

    private int run(GatewayCommand command) throws ConfigFailure, StartFailure, InterruptedException {
        if (command.wantsHelp()) {
            out.print(command.help());
        } else if (command.wantsVersion()) {
            out.println(version());
        } else {
            start(command);
        }
        return STOPPED;
    }

    private void start(GatewayCommand command) throws ConfigFailure, StartFailure, InterruptedException {
        Optional<Path> path = command.file();
        Config file = path.isPresent() ? ConfigLayers.readFile(path.get()) : ConfigFactory.empty();
        ConfigKeys all = ConfigLayers.keys(command.flags(), file, keys, environment);
        ConfigEnvironment fromEnvironment = ConfigEnvironment.read(environment, all);
        Config merged = ConfigLayers.merge(command.flags(), fromEnvironment.values(), file, all, environment);
        if (command.subcommand().equals(GatewayCommand.DECODE)) {
            DecodeCommand decode = DecodeCommand.read(command, merged);
            warn(fromEnvironment);
            decode.print(EpochClock.system(), out);
        } else {
            start(command, merged, all, fromEnvironment);
        }
    }

    private void start(GatewayCommand command, Config merged, ConfigKeys all, ConfigEnvironment fromEnvironment)
            throws ConfigFailure, StartFailure, InterruptedException {
        GatewayConfig config = ConfigChecks.check(merged, ThisMachine.of(environment));
        switch (command.subcommand()) {
            case GatewayCommand.CONFIG -> {
                warn(fromEnvironment);
                out.print(ConfigCommand.print(merged, all));
            }
            case GatewayCommand.ID -> {
                IdCommand id = IdCommand.read(command, config);
                warn(fromEnvironment);
                id.print(config, EpochClock.system(), out, this::say);
            }
            case GatewayCommand.CLUSTER -> {
                ClusterCommand cluster = ClusterCommand.read(command.operands());
                warn(fromEnvironment);
                cluster.run(config, out);
            }
            default -> {
                warn(fromEnvironment);
                runner.run(config);
            }
        }
    }

    /** The hook stands before the start, so that a signal at any moment is answered alike. */
    private static void serve(GatewayConfig config) throws StartFailure, InterruptedException {
        AtomicReference<@Nullable Gateway> running = new AtomicReference<>();
        Thread hook = new Thread(() -> stop(running.get()), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            Gateway gateway = Gateway.start(config);
            running.set(gateway);
            System.out.println(Banner.of(gateway));
            gateway.await();
        } finally {
            forget(hook);
        }
    }

    /** A JVM that a signal ends exits with 128 + signal, however cleanly; a stop that was asked for is a success. */
    private static void stop(@Nullable Gateway gateway) {
        if (gateway != null) {
            gateway.close();
        }
        Runtime.getRuntime().halt(STOPPED);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyRunning) {
            // a signal came: the hook ends the process
        }
    }

    private void warn(ConfigEnvironment fromEnvironment) {
        if (!fromEnvironment.unknown().isEmpty()) {
            say("ignored environment variables that set no key: " + String.join(", ", fromEnvironment.unknown()));
        }
    }

    private int complain(Exception e, int status) {
        say(String.valueOf(e.getMessage()));
        return status;
    }

    private void say(String message) {
        err.println("snowgate: " + ConfigSecrets.maskUrls(message).replaceAll("\\p{Cntrl}+", " "));
    }

    private static String version() {
        String own = Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "(unpackaged)");
        Version netty = Objects.requireNonNull(Version.identify().get("netty-common"), "netty-common");
        return "snowgate " + own + ", Java " + Runtime.version() + ", Netty " + netty.artifactVersion();
    }
}
