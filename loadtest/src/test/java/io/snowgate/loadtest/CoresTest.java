package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {

    @Test
    void readsListsAsTheKernelWritesThem() {
        assertThat(Cores.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
        assertThat(Cores.parse("5")).containsExactly(5);
    }

    @Test
    void keepsTheClientOffTheOtherThreadOfTheServersCore() {
        assertThat(Cores.client(List.of(0, 1, 2, 3), List.of(0, 1))).isEqualTo(2);
        assertThat(Cores.client(List.of(0, 1, 2, 3), List.of(0, 2))).isEqualTo(1);
    }

    @Test
    void takesTheOtherThreadWhenThereIsNothingElse() {
        assertThat(Cores.client(List.of(4, 5), List.of(4, 5))).isEqualTo(5);
    }
}
