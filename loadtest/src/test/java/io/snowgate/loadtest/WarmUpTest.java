package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {

    private final WarmUp warmUp = new WarmUp(10, 4);

    @Test
    void endsWithTheThirdWindowInARowThatIsNoCheaper() {
        assertThat(warmUp.seconds()).isEqualTo(10);
        assertThat(warmUp.goesOn(20)).as("nothing to compare it with").isTrue();
        assertThat(warmUp.seconds()).isEqualTo(4);
        assertThat(warmUp.goesOn(15)).isTrue();
        assertThat(warmUp.goesOn(17)).as("dearer").isTrue();
        assertThat(warmUp.goesOn(16)).as("dearer, twice").isTrue();
        assertThat(warmUp.goesOn(12)).isTrue();
        assertThat(warmUp.goesOn(11.5)).as("4 % less").isTrue();
        assertThat(warmUp.goesOn(11.4)).as("as good as that").isTrue();
        assertThat(warmUp.goesOn(11.3)).as("as good as that, again").isFalse();
    }

    @Test
    void endsThoughItGainsAfterAllTheTimeThereIs() {
        double cpuMicros = 1_000;
        int spent = 0;
        boolean goesOn = true;
        while (goesOn) {
            spent += warmUp.seconds();
            cpuMicros *= 0.9;
            goesOn = warmUp.goesOn(cpuMicros);
        }
        assertThat(spent).isBetween(WarmUp.MOST_SECONDS - 4, WarmUp.MOST_SECONDS);
    }
}
