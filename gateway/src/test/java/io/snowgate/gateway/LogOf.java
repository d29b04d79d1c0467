package io.snowgate.gateway;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class says in the log while this is open, instead of on the console. */
public final class LogOf implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    public LogOf(Class<?> type) {
        logger = (Logger) LoggerFactory.getLogger(type);
        lines.start();
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    /** Each line as {@code LEVEL message}. */
    public List<String> lines() {
        return List.copyOf(lines.list).stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
    }
}
