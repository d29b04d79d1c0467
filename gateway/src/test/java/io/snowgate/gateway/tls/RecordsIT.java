package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.TestGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are broken after the handshake, against the running gateway. */
class RecordsIT {

    private static final String GET = "GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
    private static final String SETTINGS_ACKNOWLEDGED = "\0\0\0\4\1\0\0\0\0";
    private static final int RECORD_HEADER_BYTES = 5;
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.3,http/1.1", "TLSv1.3,h2", "TLSv1.2,http/1.1", "TLSv1.2,h2"})
    @DisplayName("A8: one flipped bit")
    void closesWithAnAlertWhenOneBitOfARecordIsFlipped(String version, String protocol) throws Exception {
        try (EngineConnection connection = served(version, protocol)) {
            byte[] record = connection.record(GET);
            record[RECORD_HEADER_BYTES + 12] ^= 1;
            assertClosedAtOnce(connection, record, "bad_record_mac");
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.3,http/1.1", "TLSv1.3,h2", "TLSv1.2,http/1.1"})
    @DisplayName("A9: record too large")
    void closesWithAnAlertAtTheHeaderOfARecordThatIsTooLarge(String version, String protocol) throws Exception {
        try (EngineConnection connection = served(version, protocol)) {
            assertClosedAtOnce(connection, applicationData(16_384 + 2_048 + 1), "record_overflow");
        }
    }

    @Test
    @DisplayName("A9: record too large, all of it")
    void closesAtARecordThatIsTooLarge() throws Exception {
        try (EngineConnection connection = served("TLSv1.3", "http/1.1")) {
            byte[] header = applicationData(20_000);
            assertClosedAtOnce(connection, Arrays.copyOf(header, header.length + 20_000));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", "h2"})
    @DisplayName("A10: records of length zero")
    void closesAtRecordsOfLengthZero(String protocol) throws Exception {
        try (EngineConnection connection = served("TLSv1.3", protocol)) {
            assertClosedAtOnce(connection, applicationData(0), "bad_record_mac");
        }
        try (EngineConnection connection = served("TLSv1.3", protocol)) {
            ByteArrayOutputStream thousand = new ByteArrayOutputStream();
            for (int i = 0; i < 1_000; i++) {
                thousand.write(applicationData(0));
            }
            assertClosedAtOnce(connection, thousand.toByteArray());
        }
    }

    /** The header of a record. */
    private static byte[] applicationData(int length) {
        return new byte[] {23, 3, 3, (byte) (length >> 8), (byte) length};
    }

    private static EngineConnection served(String version, String protocol) throws IOException {
        EngineConnection connection = EngineConnection.open(gateway.trust(), gateway.port(), version, protocol);
        if (protocol.equals("h2")) {
            connection.send(PREFACE).await(SETTINGS_ACKNOWLEDGED);
        } else {
            connection.send(GET).await("ok");
        }
        return connection;
    }

    /** Closed within a second, with one of {@code alerts} if there are any. */
    private static void assertClosedAtOnce(EngineConnection connection, byte[] octets, String... alerts)
            throws IOException {
        long start = System.nanoTime();
        connection.send(octets);
        String said = connection.alertBeforeTheEnd();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
        if (alerts.length > 0) {
            assertThat(said).isNotNull().containsAnyOf(alerts);
        }
    }
}
