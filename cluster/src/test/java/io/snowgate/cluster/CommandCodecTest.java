package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandCodecTest {

    static List<Command> commands() {
        return List.of(
                new Command.Open(),
                new Command.Announce("a", "https://a.example:8443"),
                new Command.RaiseBound(7, 1, 1L << 60, 450_000_000),
                new Command.Reserve("orders", 1_000_000_000, true, "key-é", 3),
                new Command.ResetForward("orders", Long.MAX_VALUE),
                new Command.AcquireLease("host-1", 1024, 10_000, 1_700_000_000_000L),
                new Command.RenewLease(1023, 9, 5),
                new Command.ReleaseLease(0, 9, 5),
                new Command.ExpireLease(3, 4, 5, 6),
                new Command.RotateKey(2, new byte[TicketKey.BYTES]));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void readsWhatItWrote(Command command) {
        byte[] octets = CommandCodec.encode(command);

        assertThat(CommandCodec.decode(octets)).usingRecursiveComparison().isEqualTo(command);
        assertThat(octets.length).isLessThanOrEqualTo(CommandCodec.MAX_BYTES);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void takesNothingThatIsCutShortOrHasMoreBehindIt(Command command) {
        byte[] octets = CommandCodec.encode(command);

        for (int length = 0; length < octets.length; length++) {
            assertThat(CommandCodec.decode(Arrays.copyOf(octets, length))).isNull();
        }
        assertThat(CommandCodec.decode(Arrays.copyOf(octets, octets.length + 1)))
                .isNull();
    }

    @Test
    void takesNothingOfAnotherVersion() {
        byte[] octets = CommandCodec.encode(new Command.Open());
        octets[0]++;

        assertThat(CommandCodec.decode(octets)).isNull();
    }

    @Test
    void survivesGarbageAndAStateSurvivesWhatIsReadFromIt() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        AllocatorState state = new AllocatorState(10);
        state.apply(1, new Command.Open());
        for (int i = 0; i < 200_000; i++) {
            byte[] octets = CommandCodec.encode(commands().get(random.nextInt(10)));
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                octets[1 + random.nextInt(octets.length - 1)] = (byte) random.nextInt(256);
            }
            long before = state.bound();
            state.apply(7, CommandCodec.decode(octets));
            assertThat(state.bound()).as("seed %d", seed).isGreaterThanOrEqualTo(before);
        }
    }

    @Test
    void readsTheRepliesItWrote() {
        Reply done = Reply.of(1, Long.MAX_VALUE, -1);
        Reply refused = Reply.refused(Refusal.Reason.KEY_REUSED, "was used");

        assertThat(ReplyCodec.decode(ReplyCodec.encode(done))).isEqualTo(done);
        assertThat(ReplyCodec.decode(ReplyCodec.encode(refused))).isEqualTo(refused);
        assertThat(ReplyCodec.decode(new byte[] {3}).isDone()).isFalse();
    }
}
