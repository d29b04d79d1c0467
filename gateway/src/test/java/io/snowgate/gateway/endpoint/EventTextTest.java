package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.StreamChunks;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTextTest {

    /** Line ends in the data are written as N and R here; an event ends with an empty line. */
    @ParameterizedTest
    @CsvSource({
        "{}, data: {}N",
        "'{N  \"a\": 1N}', 'data: {Ndata:   \"a\": 1Ndata: }N'",
        "{}N, data: {}Ndata: N",
        "{R}, data: {Ndata: }N",
        "{RN}, data: {Ndata: }N",
        "{NR}, data: {Ndata: Ndata: }N",
        "{RRNN}, data: {Ndata: Ndata: Ndata: }N",
        "RN{}RN, data: Ndata: {}Ndata: N",
        "N, data: Ndata: N",
        "R, data: Ndata: N",
        "' {}', 'data:  {}N'",
        "'\"é€😀\"', 'data: \"é€😀\"N'",
    })
    void cutsDataAtEveryLineEndThatAClientWouldSee(String data, String lines) {
        ByteBuf event = EventText.event("state", "5e", lineEnds(data).getBytes(StandardCharsets.UTF_8));

        assertThat(event.toString(StandardCharsets.UTF_8)).isEqualTo("event: state\nid: 5e\n" + lineEnds(lines) + "\n");
    }

    @Test
    void tellsAClientWhenToComeBackWithoutAnEvent() {
        assertThat(StreamChunks.text(EventText.retry(1_234))).isEqualTo("retry: 1234\n\n");
    }

    @Test
    void writesWhatClientsPassOver() {
        assertThat(StreamChunks.text(EventText.comment("hb"))).isEqualTo(": hb\n\n");
    }

    private static String lineEnds(String text) {
        return text.replace('N', '\n').replace('R', '\r');
    }
}
