package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What clusters and their rivals say of themselves. */
class ClusterReportsTest {

    private static final Node FIRST = new Node(1, 11, 12, 13, 14);
    private static final Node SECOND = new Node(2, 21, 22, 23, 24);
    private static final List<Node> NODES = List.of(FIRST, SECOND);

    @Test
    void findsTheLeaderWhetherItsIdIsATextOrANumber() {
        assertThat(Membership.leader("{\"leader\":{\"nodeID\":\"2\",\"addr\":\"x\"},\"members\":[]}", NODES))
                .hasValue(SECOND);
        assertThat(Membership.leader("{\"leader\":{\"nodeID\":1,\"addr\":\"x\"},\"members\":[]}\n", NODES))
                .hasValue(FIRST);
    }

    @Test
    void findsNoLeaderWhereThereIsNone() {
        assertThat(Membership.leader("{\"leader\":null,\"members\":[]}", NODES)).isEmpty();
        assertThat(Membership.leader("{\"leader\":{\"nodeID\":0}}", NODES)).isEmpty();
        assertThat(Membership.leader("raft leadership not ready", NODES)).isEmpty();
    }

    @Test
    void readsAFigureByItsWholeName() {
        String text = """
                # TYPE gap_seconds summary
                gap_seconds_count 3
                gap_seconds_sum 2.5
                gap_seconds_max 1.25
                """;

        assertThat(Exposition.value(text, "gap_seconds_sum")).hasValue(2.5);
        assertThat(Exposition.value(text, "gap_seconds")).isEmpty();
    }

    @Test
    void readsWhatABenchmarkOfGoFound() {
        List<String> lines =
                List.of("goos: linux", "BenchmarkRRSeq_BufSize0_SingleClient-2   \t    4210\t    285432 ns/op", "PASS");

        assertThat(GoBenchReport.microsPerOperation(lines)).hasValue(285.432);
        assertThat(GoBenchReport.microsPerOperation(List.of("PASS"))).isEmpty();
    }
}
