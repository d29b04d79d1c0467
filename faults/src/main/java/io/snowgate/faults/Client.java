package io.snowgate.faults;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks one gateway one question, again and again, and writes down what it saw. Owns a thread. Gives up after a second, so
 * that it asks anew soon after a gateway that was suspended has woken.
 */
final class Client {

    private static final int PATIENCE_MILLIS = 1_000;
    private static final long PAUSE_NANOS = 3_000_000;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 25_000_000;
    private static final int OK = 200;

    private final Question question;
    private final String gateway;
    private final Connection connection;
    private final History history;
    private final Thread thread;
    private volatile boolean isOver;
    private long asked;

    Client(Question question, String gateway, InetSocketAddress address, History history) {
        this.question = question;
        this.gateway = gateway;
        this.connection = new Connection(address, PATIENCE_MILLIS);
        this.history = history;
        this.thread =
                Thread.ofPlatform().name(question.kind() + " of " + gateway).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns when the last operation is written down. */
    void end() throws IOException, InterruptedException {
        isOver = true;
        thread.join();
        connection.close();
    }

    private void run() {
        while (!isOver) {
            boolean isAnswered = question.kind() == Kind.KEYED ? insist() : ask(Map.of(), System.nanoTime());
            LockSupport.parkNanos(isAnswered ? PAUSE_NANOS : PAUSE_AFTER_FAILURE_NANOS);
        }
    }

    /** With one key until there is an answer: the operation begins with the first attempt. */
    private boolean insist() {
        Map<String, String> key = Map.of("idempotency-key", gateway + "-" + ++asked);
        long beginNanos = System.nanoTime();
        Operation last = attempt(key, beginNanos);
        while (!last.isAnswered() && !isOver) {
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
            Operation next = attempt(key, beginNanos);
            last = next.isNeverSent() ? last : next;
        }
        history.add(last);
        return last.isAnswered();
    }

    private boolean ask(Map<String, String> fields, long beginNanos) {
        Operation operation = attempt(fields, beginNanos);
        history.add(operation);
        return operation.isAnswered();
    }

    private Operation attempt(Map<String, String> fields, long beginNanos) {
        try {
            Connection.Answer answer = connection.get(question.path(), fields);
            long endNanos = System.nanoTime();
            return answer.status() == OK
                    ? answered(beginNanos, endNanos, question.read(answer.body()))
                    : failed(beginNanos, String.valueOf(answer.status()));
        } catch (SocketTimeoutException e) {
            return failed(beginNanos, "timeout");
        } catch (ConnectException e) {
            return failed(beginNanos, Operation.NEVER_SENT);
        } catch (IOException e) {
            return failed(beginNanos, Operation.CUT);
        } catch (IllegalArgumentException e) {
            return failed(
                    beginNanos, Operation.UNREADABLE + ": " + Operation.inOneColumn(String.valueOf(e.getMessage())));
        }
    }

    private Operation answered(long beginNanos, long endNanos, List<Run> runs) {
        return Operation.answered(question.kind(), gateway, beginNanos, endNanos, question.count(), runs);
    }

    private Operation failed(long beginNanos, String failure) {
        return Operation.failed(question.kind(), gateway, beginNanos, System.nanoTime(), question.count(), failure);
    }
}
