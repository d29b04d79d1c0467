package io.snowgate.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BlockTest {

    private static final int THREADS = 4;

    @Test
    void givesEachValueOnceInOrder() {
        Block block = Block.of(new Range(7, 10));
        assertThat(block.take()).isEqualTo(7);
        assertThat(block.take(2)).isEqualTo(8);
        assertThat(block.isExhausted()).isTrue();
        assertThat(block.take()).isEqualTo(Block.EXHAUSTED);
        assertThat(block.take(1)).isEqualTo(Block.EXHAUSTED);
    }

    @Test
    void leavesWhatARunDoesNotFitInto() {
        Block block = Block.of(new Range(7, 10));
        assertThat(block.take(4)).isEqualTo(Block.EXHAUSTED);
        assertThat(block.isExhausted()).isFalse();
        assertThat(block.take()).isEqualTo(7);
    }

    @Test
    void hasOneMiddleWhateverRunsAreTaken() {
        for (int size = 1; size <= 20; size++) {
            for (int run = 1; run <= size; run++) {
                Block block = Block.of(new Range(100, 100 + size));
                int middles = 0;
                for (long first = block.take(run); first != Block.EXHAUSTED; first = block.take(run)) {
                    middles += block.hasMiddle(first, run) ? 1 : 0;
                }
                int taken = size / run * run;
                assertThat(middles).as("%d in runs of %d", size, run).isEqualTo(taken > size / 2 ? 1 : 0);
            }
        }
    }

    @Test
    void endsAtTheHighestValueThereIs() {
        Block block = Block.of(new Range(Long.MAX_VALUE - 2, Long.MAX_VALUE));
        assertThat(block.take()).isEqualTo(Long.MAX_VALUE - 2);
        assertThat(block.take()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(block.take()).isEqualTo(Block.EXHAUSTED);
    }

    @Test
    void givesNoValueTwiceToThreadsThatRace() throws Exception {
        int size = 2_000_000;
        Block block = Block.of(new Range(1, 1 + size));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<long[]>> taken = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                taken.add(threads.submit(() -> LongStream.generate(block::take)
                        .takeWhile(value -> value != Block.EXHAUSTED)
                        .toArray()));
            }
            long[] all = new long[0];
            for (Future<long[]> one : taken) {
                long[] more = one.get();
                all = Arrays.copyOf(all, all.length + more.length);
                System.arraycopy(more, 0, all, all.length - more.length, more.length);
            }
            Arrays.sort(all);
            assertThat(Arrays.equals(all, LongStream.rangeClosed(1, size).toArray()))
                    .as("all values, each once")
                    .isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void asksForItsSuccessorOnceUnlessThatFailed() {
        Block block = Block.of(new Range(1, 2));
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Block> failing = new CompletableFuture<>();
        CompletableFuture<Block> first = block.successor(() -> {
            asked.incrementAndGet();
            return failing;
        });
        assertThat(block.successor(CompletableFuture::new)).isSameAs(first);

        failing.completeExceptionally(new IllegalStateException("as told"));
        assertThat(first).isCompletedExceptionally();
        Block next = Block.empty();
        assertThat(block.successor(() -> CompletableFuture.completedFuture(next))
                        .join())
                .isSameAs(next);
        assertThat(asked).hasValue(1);
    }

    @Test
    void returnsAFailureThatComesAtOnce() {
        Block block = Block.empty();
        assertThat(block.successor(() -> CompletableFuture.failedFuture(new IllegalStateException("as told"))))
                .isCompletedExceptionally();
    }
}
