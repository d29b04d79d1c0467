package io.snowgate.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;

/**
 * What is logged, and how: one line per event on stderr, with the failure and its causes in that line but no stack trace.
 * For whole traces or another format start with {@code SNOWGATE_JAVA_OPTS=-Dlogback.configurationFile=FILE}.
 *
 * <p>Logback finds it as a service. A class, because reading the same from XML takes a fifth of a second at each start.
 */
public final class LogLines extends ContextAwareBase implements Configurator {

    private static final String FILE_PROPERTY = "logback.configurationFile";

    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %-22logger{0}"
            + " %replace(%replace(%msg %ex{short}){'\\s+$', ''}){'\\s*[\\r\\n]+\\s*', ' | '}%nopex%n";

    private static final Map<String, Level> LEVELS = Map.of(
            "io.netty",
            Level.WARN,
            // Warns of each client that does not read its last record.
            "io.netty.handler.ssl.SslHandler",
            Level.ERROR,
            // What the operator should know of a cluster is said by our own classes.
            "org.apache.ratis",
            Level.OFF,
            // Each failure of a store is reported once, by the state that is read from it.
            "io.lettuce",
            Level.ERROR,
            "reactor",
            Level.ERROR,
            "org.mongodb.driver",
            Level.ERROR,
            // Options in a URL that the driver does not know.
            "org.mongodb.driver.uri",
            Level.WARN);

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        if (System.getProperty(FILE_PROPERTY) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Logger root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(stderr(loggers));
        LEVELS.forEach((name, level) -> loggers.getLogger(name).setLevel(level));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static ConsoleAppender<ILoggingEvent> stderr(LoggerContext loggers) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(loggers);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setName("stderr");
        stderr.setContext(loggers);
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder);
        stderr.start();
        return stderr;
    }
}
