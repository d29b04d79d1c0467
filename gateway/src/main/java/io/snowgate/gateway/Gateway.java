package io.snowgate.gateway;

import java.util.concurrent.CountDownLatch;

/** Holds the place of the server. */
final class Gateway implements AutoCloseable {

    private final CountDownLatch stopped = new CountDownLatch(1);

    static Gateway start(GatewayConfig config) throws StartFailure {
        System.out.println("snowgate holds the place of " + config.host() + ":" + config.port());
        return new Gateway();
    }

    void await() throws InterruptedException {
        stopped.await();
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
