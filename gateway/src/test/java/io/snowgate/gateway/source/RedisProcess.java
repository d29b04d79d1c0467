package io.snowgate.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import redis.embedded.core.ExecutableProvider;

/** A real {@code redis-server} on a port of its own, to be spoken to, stopped in its tracks, killed and started again. */
public final class RedisProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path directory;
    private final int port;
    private final String password;
    private final List<String> options;

    private Process process;

    private RedisProcess(int port, String password, List<String> options) throws IOException {
        this.directory = Files.createTempDirectory("snowgate-redis");
        this.port = port;
        this.password = password;
        this.options = options;
        this.process = start();
    }

    /** With {@code options} as on the command line, such as {@code --cluster-enabled yes}. */
    public static RedisProcess started(String... options) throws IOException {
        return new RedisProcess(freePort(), "", List.of(options));
    }

    static RedisProcess withPassword(String password) throws IOException {
        return new RedisProcess(freePort(), password, List.of("--requirepass", password));
    }

    /** One that also speaks TLS, at {@code tlsPort}, and {@code options}. */
    static RedisProcess withTls(int tlsPort, Path certificate, Path key) throws IOException {
        return started(
                "--tls-port",
                Integer.toString(tlsPort),
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-auth-clients",
                "no");
    }

    /** A sentinel that watches {@code master} as {@code name}. */
    static RedisProcess sentinel(String name, RedisProcess master, String password) throws IOException {
        Path config = Files.writeString(
                Files.createTempFile("snowgate-sentinel", ".conf"), """
                sentinel monitor %s 127.0.0.1 %d 1
                requirepass %s
                """.formatted(name, master.port(), password));
        return new RedisProcess(freePort(), password, List.of(config.toString(), "--sentinel"));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int port() {
        return port;
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(binary().toString()));
        boolean configured = !options.isEmpty() && !options.getFirst().startsWith("--");
        command.addAll(configured ? options.subList(0, 1) : List.of());
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", ""));
        command.addAll(List.of("--dir", directory.toString(), "--daemonize", "no"));
        command.addAll(configured ? options.subList(1, options.size()) : options);
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> answers(started));
        return started;
    }

    private boolean answers(Process started) throws IOException {
        assertThat(started.isAlive()).as(() -> "redis-server runs: " + log()).isTrue();
        return ask("PING").contains("PONG");
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static File binary() throws IOException {
        return Binary.FILE;
    }

    /** Sends one command and returns the first octets of the reply. */
    public String ask(String... words) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout((int) PATIENCE.toMillis());
            if (!password.isEmpty()) {
                exchange(socket, "AUTH", password);
            }
            return exchange(socket, words);
        } catch (IOException e) {
            throw new AssertionError(String.join(" ", words), e);
        }
    }

    private static String exchange(Socket socket, String... words) throws IOException {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            int length = word.getBytes(StandardCharsets.UTF_8).length;
            request.append('$').append(length).append("\r\n").append(word).append("\r\n");
        }
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
        byte[] reply = new byte[10_000];
        int read = socket.getInputStream().read(reply);
        return new String(reply, 0, Math.max(read, 0), StandardCharsets.UTF_8);
    }

    public void set(String key, String value) {
        assertThat(ask("SET", key, value)).isEqualTo("+OK\r\n");
    }

    /** Answers nothing from now on, as a machine under the debugger. */
    void freeze() throws Exception {
        signal("STOP");
    }

    void thaw() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    public void kill() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** On the same port, empty. */
    public void restart() throws IOException {
        process = start();
    }

    long clients() {
        return ask("CLIENT", "LIST")
                        .lines()
                        .filter(line -> line.startsWith("id="))
                        .count()
                - 1;
    }

    @Override
    public void close() {
        kill();
    }

    private static final class Binary {

        private static final File FILE = extracted();

        private static File extracted() {
            try {
                return ExecutableProvider.newJarResourceProvider().get();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
