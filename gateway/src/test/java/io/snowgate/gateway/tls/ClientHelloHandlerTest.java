package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientHelloHandlerTest {

    private static final byte[] NO_APPLICATION_PROTOCOL = {0x15, 3, 3, 0, 2, 2, 0x78};
    private static final byte[] FOREIGN = hello("foo").body();

    @Test
    void passesAHelloOnUnchangedAndLeaves() {
        byte[] record = hello("h2").record();
        assertThat(passedOn(record)).isEqualTo(record);
    }

    @Test
    void answersForeignProtocolsWithTheAlertAndCloses() {
        EmbeddedChannel channel = channel();
        channel.writeInbound(Unpooled.wrappedBuffer(hello("foo").record()));
        ByteBuf alert = channel.readOutbound();
        assertThat(ByteBufUtil.getBytes(alert)).isEqualTo(NO_APPLICATION_PROTOCOL);
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.inboundMessages()).isEmpty();
        alert.release();
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h3", "H2", "h2c", "http/1.0", "http/1.1 "})
    void knowsNoOtherSpelling(String name) {
        EmbeddedChannel channel = channel();
        channel.writeInbound(Unpooled.wrappedBuffer(hello(name).record()));
        assertThat(channel.isOpen()).isFalse();
        channel.finishAndReleaseAll();
    }

    @Test
    void findsAKnownProtocolAmongForeignOnes() {
        byte[] record = hello("foo", "", "bar", "http/1.1").record();
        assertThat(passedOn(record)).isEqualTo(record);
    }

    @Test
    void leavesAHelloCutAnywhereToTheTlsLibrary() {
        for (int length = 1; length < FOREIGN.length; length++) {
            byte[] record = ClientHello.records(Arrays.copyOf(FOREIGN, length), Integer.MAX_VALUE);
            assertThat(passedOn(record)).as("cut after %d octets", length).isEqualTo(record);
        }
    }

    @Test
    void survivesAnyChangeOfAnyOctet() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] body = FOREIGN.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            byte[] record = ClientHello.records(body, Integer.MAX_VALUE);
            EmbeddedChannel channel = channel();
            channel.writeInbound(Unpooled.wrappedBuffer(record));
            ByteBuf seen = channel.isOpen() ? channel.readInbound() : channel.readOutbound();
            assertThat(ByteBufUtil.getBytes(seen))
                    .as("passed on whole, or else closed with the alert; seed %d, round %d", seed, round)
                    .isEqualTo(channel.isOpen() ? record : NO_APPLICATION_PROTOCOL);
            seen.release();
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void passesOnWhatIsNotTls() {
        byte[] request = {'G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P'};
        assertThat(passedOn(request)).isEqualTo(request);
    }

    private static ClientHello hello(String... protocols) {
        return new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .applicationProtocols(protocols);
    }

    private static byte[] passedOn(byte[] bytes) {
        EmbeddedChannel channel = channel();
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.pipeline().get(ClientHelloHandler.class)).isNull();
        ByteBuf passed = channel.readInbound();
        try {
            return ByteBufUtil.getBytes(passed);
        } finally {
            passed.release();
            channel.finishAndReleaseAll();
        }
    }

    private static EmbeddedChannel channel() {
        return new EmbeddedChannel(new ClientHelloHandler(TlsContexts.APPLICATION_PROTOCOLS));
    }
}
