package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class LogLinesTest {

    private final LoggerContext loggers = new LoggerContext();
    private final ExecutionStatus status = new LogLines().configure(loggers);

    @Test
    void areAskedFor() {
        LoggerContext running = (LoggerContext) LoggerFactory.getILoggerFactory();

        assertThat(running.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
        assertThat(status).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
    }

    @Test
    void sayWhenHowBadWhoAndWhat() {
        assertThat(line(null))
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  LogLinesTest           the store is gone\n");
    }

    @Test
    void tellAFailureAndItsCauseWithoutATrace() {
        assertThat(line(new IllegalStateException("no\nanswer", new IOException("reset"))))
                .contains("the store is gone java.lang.IllegalStateException: no | answer | at ")
                .endsWith("\n")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "io.snowgate.gateway.Gateway, INFO",
        "io.netty.channel.DefaultChannelPipeline, WARN",
        "io.netty.handler.ssl.SslHandler, ERROR",
        "io.lettuce.core.RedisClient, ERROR",
        "reactor.util.Loggers, ERROR",
        "org.mongodb.driver.cluster, ERROR",
        "org.mongodb.driver.uri, WARN"
    })
    void comeFromThisLevelOn(String logger, String level) {
        assertThat(loggers.getLogger(logger).getEffectiveLevel()).hasToString(level);
    }

    @Test
    void areLeftToAFileThatIsNamed() {
        System.setProperty("logback.configurationFile", "mine.xml");
        try {
            LoggerContext untouched = new LoggerContext();

            assertThat(new LogLines().configure(untouched)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
            assertThat(untouched.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders())
                    .isExhausted();
        } finally {
            System.clearProperty("logback.configurationFile");
        }
    }

    private String line(@Nullable Throwable failure) {
        Logger logger = loggers.getLogger(LogLinesTest.class);
        ILoggingEvent event = new LoggingEvent(
                getClass().getName(), logger, Level.WARN, "the {} is gone", failure, new Object[] {"store"});
        ConsoleAppender<ILoggingEvent> stderr = (ConsoleAppender<ILoggingEvent>)
                loggers.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr");
        return new String(stderr.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}
