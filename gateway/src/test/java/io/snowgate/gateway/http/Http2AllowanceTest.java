package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Http2AllowanceTest {

    private final Http2Allowance allowance = new Http2Allowance();

    @Test
    void endsAfterAFixedNumberOfFrames() {
        spendAll();
        assertThat(allowance.spend()).isFalse();
        assertThat(allowance.spendWindowUpdate()).isFalse();
    }

    @Test
    void isEarnedByRequests() {
        spendAll();
        allowance.earn(0);
        for (int i = 0; i < Http2Allowance.FRAMES_PER_REQUEST - 1; i++) {
            assertThat(allowance.spend()).isTrue();
        }
    }

    @Test
    void isNotSavedUp() {
        for (int i = 0; i < 1_000; i++) {
            allowance.earn(0);
        }
        spendAll();
        assertThat(allowance.spend()).isFalse();
    }

    @Test
    void letsAnAnswerPayForItsWindowUpdatesAndForNothingElse() {
        allowance.earn(10 * Http2Allowance.OCTETS_PER_WINDOW_UPDATE);
        spendAll();
        assertThat(allowance.spend()).isFalse();
        for (int i = 0; i < 10; i++) {
            assertThat(allowance.spendWindowUpdate()).isTrue();
        }
        assertThat(allowance.spendWindowUpdate()).isFalse();
    }

    private void spendAll() {
        for (int i = 0; i < Http2Allowance.FRAMES; i++) {
            assertThat(allowance.spend()).isTrue();
        }
    }
}
