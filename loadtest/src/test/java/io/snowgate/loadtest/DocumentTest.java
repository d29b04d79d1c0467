package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DocumentTest {

    @Test
    void isJsonOfTheLengthThatEverybodyIsMeasuredWith() throws Exception {
        assertThat(Document.text().getBytes(StandardCharsets.UTF_8)).hasSize(4_195);
        assertThat(new ObjectMapper().readTree(Document.text()).get("districts").size())
                .isGreaterThan(50);
    }
}
