package io.snowgate.gateway.state;

import java.util.concurrent.CompletionStage;

/** One clock for several gateways: whatever it gives later is higher, whoever asks. */
@FunctionalInterface
public interface Oracle {

    /** The next timestamp, above 0; anything else when there is none just now. Any thread; completes on any. */
    CompletionStage<Long> next();
}
