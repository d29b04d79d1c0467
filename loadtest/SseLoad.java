import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** What {@code loadtest/sse} runs: starts a gateway, subscribes, changes the state, prints. */
public final class SseLoad {

    private static final int ROWS = 45;
    private static final int ROWS_CHANGED = 5;
    private static final int WARM_UP_VERSIONS = 5;
    private static final int STREAMS_PER_CONNECTION = 50;
    private static final int DEAF_RECEIVE_BUFFER_BYTES = 16 * 1024;
    private static final long REFRESH_MILLIS = 100;
    private static final double BOUND_MILLIS = 200;
    private static final Pattern VERSION = Pattern.compile("data: \\{\"version\":(\\d+),.*");

    private final boolean http2;
    private final int readers;
    private final int deaf;
    private final int versions;
    private final int lastVersion;
    private final Path directory = Files.createTempDirectory("snowgate-sse");
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<AutoCloseable> connections = new ArrayList<>();
    private final long[] changedNanos;
    private final long[] dueNanos;
    private final long[][] receivedNanos;
    private final CountDownLatch subscribed;
    private final AtomicInteger failures = new AtomicInteger();
    private final List<Integer> votes = new ArrayList<>();

    private SSLContext trust;
    private int port;
    private int adminPort;
    private long pid;

    private SseLoad(boolean http2, int subscribers, int deaf, int versions) throws IOException {
        this.http2 = http2;
        this.readers = subscribers - deaf;
        this.deaf = deaf;
        this.versions = versions;
        this.lastVersion = WARM_UP_VERSIONS + versions;
        this.changedNanos = new long[lastVersion + 1];
        this.dueNanos = new long[lastVersion + 1];
        this.receivedNanos = new long[readers][lastVersion + 1];
        this.subscribed = new CountDownLatch(readers);
        for (int row = 0; row < ROWS; row++) {
            votes.add(random.nextInt(100_000));
        }
    }

    public static void main(String[] args) throws Exception {
        List<String> told = Arrays.asList(args);
        SseLoad load = new SseLoad(
                told.contains("--http2"),
                number(told, "--subscribers", 1_000),
                number(told, "--deaf", 100),
                number(told, "--seconds", 60));
        System.exit(load.run(args[0]) ? 0 : 1);
    }

    private static int number(List<String> told, String flag, int usual) {
        int at = told.indexOf(flag);
        return at < 0 ? usual : Integer.parseInt(told.get(at + 1));
    }

    private boolean run(String snowgate) throws Exception {
        publish(0);
        Process gateway = startGateway(snowgate);
        try {
            System.out.printf(
                    "%d readers, %d deaf, %d versions after %d to warm up, %s, seed %d%n",
                    readers, deaf, versions, WARM_UP_VERSIONS, http2 ? "HTTP/2, " + STREAMS_PER_CONNECTION + " streams a connection" : "HTTP/1.1", seed);
            System.out.printf("%-30s %10s %10s %10s%n", "MiB", "RSS", "direct", "heap");
            memory("before");
            subscribeAll();
            memory("all subscribed");
            changeEachSecond();
            memory("at the end");
            return report();
        } finally {
            for (AutoCloseable connection : connections) {
                connection.close();
            }
            threads.shutdownNow();
            gateway.destroy();
            gateway.waitFor(20, TimeUnit.SECONDS);
            gateway.destroyForcibly();
            deleteAll();
        }
    }

    private Process startGateway(String snowgate) throws Exception {
        Path out = directory.resolve("out");
        Process gateway = new ProcessBuilder(
                        snowgate,
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--admin-port",
                        "0",
                        "--grace",
                        "1s",
                        "--data-dir",
                        directory.resolve("data").toString(),
                        "--state",
                        "file:" + directory.resolve("state.json"),
                        "--set",
                        "state.refresh=" + REFRESH_MILLIS + "ms",
                        "--set",
                        "worker-lock-dir=off")
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        while (!Files.readString(out).contains("Ctrl-C")) {
            if (!gateway.isAlive()) {
                throw new IOException("did not start: " + Files.readString(directory.resolve("err")));
            }
            Thread.sleep(50);
        }
        pid = gateway.pid();
        port = port(Files.readString(out), "serves https://[^:]+:(\\d+)");
        adminPort = port(Files.readString(out), "management +http://[^:]+:(\\d+)");
        trust = trusting(directory.resolve(Path.of("data", "tls", "localhost.crt")));
        return gateway;
    }

    private static int port(String text, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IOException("no port in: " + text);
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            anchors.setCertificateEntry(
                    "gateway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    private void subscribeAll() throws Exception {
        if (http2) {
            subscribeOverHttp2();
        } else {
            subscribeOverHttp1();
        }
        if (!subscribed.await(60, TimeUnit.SECONDS)) {
            throw new IOException(subscribed.getCount() + " readers got nothing");
        }
    }

    private void subscribeOverHttp1() throws Exception {
        for (int i = 0; i < readers + deaf; i++) {
            Socket plain = new Socket();
            if (i >= readers) {
                plain.setReceiveBufferSize(DEAF_RECEIVE_BUFFER_BYTES);
            }
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            Socket socket = trust.getSocketFactory().createSocket(plain, "localhost", port, true);
            connections.add(plain);
            socket.getOutputStream()
                    .write("GET /state/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            read(i, socket.getInputStream());
        }
    }

    private void subscribeOverHttp2() throws Exception {
        HttpClient client = null;
        for (int i = 0; i < readers + deaf; i++) {
            if (i % STREAMS_PER_CONNECTION == 0 || i == readers) {
                client = HttpClient.newBuilder().sslContext(trust).version(HttpClient.Version.HTTP_2).build();
                connections.add(client::shutdownNow);
            }
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/state/stream")).build();
            read(i, client.send(request, BodyHandlers.ofInputStream()).body());
        }
    }

    private void read(int reader, InputStream in) {
        if (reader < readers) {
            threads.execute(() -> readAll(reader, in));
        }
    }

    private void readAll(int reader, InputStream in) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    note(reader, line, System.nanoTime());
                }
            }
        } catch (IOException closed) {
            if (receivedNanos[reader][lastVersion] == 0) {
                failures.incrementAndGet();
            }
        }
    }

    private void note(int reader, String line, long nanos) {
        Matcher matcher = VERSION.matcher(line);
        if (!matcher.matches()) {
            failures.incrementAndGet();
            return;
        }
        int version = Integer.parseInt(matcher.group(1));
        receivedNanos[reader][version] = nanos;
        if (version == 0) {
            subscribed.countDown();
        }
    }

    private void changeEachSecond() throws Exception {
        long start = System.nanoTime();
        for (int version = 1; version <= lastVersion; version++) {
            long phase = TimeUnit.MILLISECONDS.toNanos(random.nextLong(REFRESH_MILLIS));
            long at = start + TimeUnit.SECONDS.toNanos(version) + phase;
            TimeUnit.NANOSECONDS.sleep(at - System.nanoTime());
            publish(version);
        }
        Thread.sleep(1_000);
    }

    /** An election night of 45 rows, five of which change; the file is replaced in one step. */
    private void publish(int version) throws IOException {
        for (int i = 0; i < ROWS_CHANGED; i++) {
            int row = random.nextInt(ROWS);
            votes.set(row, votes.get(row) + random.nextInt(1_000));
        }
        StringBuilder json = new StringBuilder("{\"version\":" + version + ",\"rows\":[");
        for (int row = 0; row < ROWS; row++) {
            json.append(row == 0 ? "" : ",")
                    .append("{\"district\":\"District ").append(row)
                    .append("\",\"party\":\"P").append(row % 7)
                    .append("\",\"votes\":").append(votes.get(row))
                    .append(",\"counted\":").append(version % 100).append(".5}");
        }
        Path next = Files.writeString(directory.resolve("next.json"), json.append("]}"));
        Files.move(
                next,
                directory.resolve("state.json"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        changedNanos[version] = System.nanoTime();
        dueNanos[version] = changedNanos[version] + TimeUnit.MILLISECONDS.toNanos(millisToRefresh());
    }

    /** The gateway looks at its source at whole multiples of the interval. */
    private static long millisToRefresh() {
        return REFRESH_MILLIS - Math.floorMod(System.currentTimeMillis(), REFRESH_MILLIS);
    }

    private boolean report() throws Exception {
        List<double[]> sinceChange = new ArrayList<>();
        List<double[]> sinceDue = new ArrayList<>();
        List<double[]> sinceFirst = new ArrayList<>();
        List<double[]> sinceDueWarmingUp = new ArrayList<>();
        long missing = 0;
        for (int version = 1; version <= lastVersion; version++) {
            int current = version;
            long[] received = Arrays.stream(receivedNanos).mapToLong(one -> one[current]).filter(nanos -> nanos != 0).sorted().toArray();
            missing += readers - received.length;
            if (received.length > 0 && version <= WARM_UP_VERSIONS) {
                sinceDueWarmingUp.add(quantiles(version, received, dueNanos[version]));
            } else if (received.length > 0) {
                sinceChange.add(quantiles(version, received, changedNanos[version]));
                sinceDue.add(quantiles(version, received, dueNanos[version]));
                sinceFirst.add(quantiles(version, received, received[0]));
            }
        }
        System.out.println();
        System.out.printf("%-30s %10s %10s %10s %10s%n", "ms, of the readers", "p50", "p99", "last", "version");
        row("from change, median version", sinceChange, sinceChange.size() / 2);
        row("from change, worst version", sinceChange, sinceChange.size() - 1);
        row("from refresh, median version", sinceDue, sinceDue.size() / 2);
        double worst = row("from refresh, worst version", sinceDue, sinceDue.size() - 1);
        row("from refresh, worst warming up", sinceDueWarmingUp, sinceDueWarmingUp.size() - 1);
        row("from first reader, median", sinceFirst, sinceFirst.size() / 2);
        row("from first reader, worst", sinceFirst, sinceFirst.size() - 1);
        System.out.println();
        System.out.printf("versions missed by readers   %10d%n", missing);
        System.out.printf("reader connections broken    %10d%n", failures.get());
        for (String name : List.of(
                "snowgate_stream_events_sent_total",
                "snowgate_stream_events_skipped_total",
                "snowgate_streams_stalled_total",
                "snowgate_streams_open")) {
            System.out.printf("%-38s %,.0f%n", name, metric(name));
        }
        boolean good = missing == 0 && failures.get() == 0 && worst <= BOUND_MILLIS;
        System.out.println(good ? "every reader got every version within 200 ms of its refresh" : "NOT every reader got every version within 200 ms of its refresh");
        return good;
    }

    /** Of one version: median, 99th percentile and last of its readers, and which it is. */
    private static double[] quantiles(int version, long[] received, long fromNanos) {
        return new double[] {
            millis(received[received.length / 2] - fromNanos),
            millis(received[(int) (received.length * 0.99)] - fromNanos),
            millis(received[received.length - 1] - fromNanos),
            version
        };
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }

    /** Of the versions ordered by their last reader, that at {@code rank}; answers its last. */
    private static double row(String name, List<double[]> versions, int rank) {
        double[] shown = versions.stream().sorted(Comparator.comparingDouble(one -> one[2])).toList().get(rank);
        System.out.printf("%-30s %10.1f %10.1f %10.1f %10.0f%n", name, shown[0], shown[1], shown[2], shown[3]);
        return shown[2];
    }

    private void memory(String when) throws Exception {
        double mebi = 1 << 20;
        String rss = Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .findFirst()
                .orElse("0 0 kB")
                .replaceAll("\\D", "");
        System.out.printf(
                "%-30s %10.1f %10.1f %10.1f%n",
                when,
                Long.parseLong(rss) / 1024.0,
                metric("jvm_buffer_memory_used_bytes{id=\"direct\"}") / mebi,
                metric("jvm_memory_used_bytes{area=\"heap\"") / mebi);
    }

    /** The sum of all samples whose name and labels begin so. */
    private double metric(String beginning) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/metrics"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return client.send(request, BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith(beginning))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    private void deleteAll() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
