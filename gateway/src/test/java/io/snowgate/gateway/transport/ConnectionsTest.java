package io.snowgate.gateway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.transport.Connections.Admission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    private static final int LIMIT = 100;

    private final Connections connections = new Connections(LIMIT, new SimpleMeterRegistry());
    private final List<EmbeddedChannel> channels = new ArrayList<>();
    private final List<Duration> turns = new ArrayList<>();

    @AfterEach
    void close() {
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
    }

    @Test
    void servesSoManyRefusesAFewAndClosesTheRest() {
        List<Admission> admissions = new ArrayList<>();
        for (int i = 0; i < LIMIT + Connections.FEWEST_REFUSED + 10; i++) {
            admissions.add(admit());
        }
        assertThat(admissions.subList(0, LIMIT)).containsOnly(Admission.SERVED);
        assertThat(admissions.subList(LIMIT, LIMIT + Connections.FEWEST_REFUSED))
                .containsOnly(Admission.REFUSED);
        assertThat(admissions.subList(LIMIT + Connections.FEWEST_REFUSED, admissions.size()))
                .containsOnly(Admission.CLOSED);
    }

    @Test
    void servesAgainWhenOneHasLeft() {
        for (int i = 0; i < LIMIT; i++) {
            admit();
        }
        assertThat(admit()).isEqualTo(Admission.REFUSED);
        channels.removeLast().finishAndReleaseAll();
        channels.removeLast().finishAndReleaseAll();
        assertThat(admit()).isEqualTo(Admission.SERVED);
    }

    @Test
    void givesEachConnectionATurnOfItsOwnWhenTheServerStops() {
        for (int i = 0; i < LIMIT; i++) {
            admit();
        }
        connections.drain(Duration.ofSeconds(10));
        assertThat(turns).hasSize(LIMIT).doesNotHaveDuplicates().first().isEqualTo(Duration.ZERO);
        assertThat(turns).last().isEqualTo(Duration.ofMillis(10L * (LIMIT - 1)));
    }

    @Test
    void leavesTheLastOneAQuarterOfTheGrace() {
        for (int i = 0; i < LIMIT; i++) {
            admit();
        }
        connections.drain(Duration.ofMillis(200));
        assertThat(turns).hasSize(LIMIT).doesNotHaveDuplicates();
        assertThat(turns.getLast()).isBetween(Duration.ofMillis(140), Duration.ofMillis(150));
    }

    private Admission admit() {
        EmbeddedChannel channel =
                new EmbeddedChannel(DefaultChannelId.newInstance(), new ChannelInboundHandlerAdapter() {
                    @Override
                    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                        turns.add(((Drain.Begun) event).turn());
                    }
                });
        channels.add(channel);
        return connections.admit(channel);
    }
}
