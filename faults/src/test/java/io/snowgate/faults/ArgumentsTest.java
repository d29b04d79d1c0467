package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

    @Test
    void takesAllButTheEndlessOneWithoutAName() throws Failure {
        assertThat(Arguments.parse(new String[0]).faults())
                .hasSize(Faults.all().size() - 1)
                .doesNotContain(Faults.AT_RANDOM);
    }

    @Test
    void takesThoseThatAreNamed() throws Failure {
        Arguments arguments = Arguments.parse(new String[] {"random", "kill-leader", "--rounds=3", "--minutes", "1"});

        assertThat(arguments.faults()).extracting(Fault::name).containsExactly("kill-leader", "random");
        assertThat(arguments.settings(Path.of("home")).rounds()).hasValue(3);
        assertThat(arguments.settings(Path.of("home")).minutes()).isEqualTo(1);
    }

    @Test
    void refusesWhatThereIsNotInOneLine() {
        assertThatThrownBy(() -> Arguments.parse(new String[] {"fire"}).faults())
                .hasMessageContaining("no such fault: fire")
                .hasMessageContaining("kill-leader");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--rounds=0"}).settings(Path.of("home")))
                .hasMessage("--rounds must be 1..1000: 0");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--seed=x"}).settings(Path.of("home")))
                .hasMessage("--seed must be -9223372036854775808..9223372036854775807: x");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--seed=9223372036854775808"})
                        .settings(Path.of("home")))
                .hasMessage("--seed must be -9223372036854775808..9223372036854775807: 9223372036854775808");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--never"})).hasMessageNotContaining("\n");
    }

    @Test
    void theHelpNamesEveryFault() throws Failure {
        String help = Arguments.parse(new String[] {"--help"}).help();

        assertThat(Faults.all()).allSatisfy(fault -> assertThat(help).contains(fault.name(), fault.summary()));
    }
}
