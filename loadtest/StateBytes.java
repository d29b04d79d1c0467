import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code loadtest/state-bytes} runs; the script explains itself. */
final class StateBytes {

    private static final int USUAL_SECONDS = 60;
    private static final double GOAL_PERCENT = 4;
    private static final String CHROMIUM = "accept-encoding: gzip, deflate, br, zstd, dcb, dcz";

    /** A line of the table: how often, and how many octets altogether. */
    private static final class Sum {
        private int answers;
        private long head;
        private long body;

        void add(Answer answer) {
            answers++;
            head += answer.head().length();
            body += answer.body().length;
        }
    }

    private record Answer(String head, byte[] body) {

        String field(String name) {
            Matcher line = Pattern.compile("(?im)^" + name + ": (.*?)\r?$").matcher(head);
            return line.find() ? line.group(1) : "";
        }
    }

    /** One kept-alive connection. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            in = new BufferedInputStream(socket.getInputStream());
        }

        Answer get(String path, String... fields) throws IOException {
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nhost: localhost\r\n");
            for (String field : fields) {
                request.append(field).append("\r\n");
            }
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(ISO_8859_1));
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                int octet = in.read();
                if (octet < 0) {
                    throw new IOException("closed after: " + head.toString(ISO_8859_1));
                }
                head.write(octet);
            }
            Answer answer = new Answer(head.toString(ISO_8859_1), new byte[0]);
            String length = answer.field("content-length");
            return length.isEmpty() ? answer : new Answer(answer.head(), in.readNBytes(Integer.parseInt(length)));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A stream that stays open, and how much it has carried: chunks of HTTP/1.1, all of them. */
    private static final class Stream implements AutoCloseable {
        private final Socket socket;
        private final AtomicLong octets = new AtomicLong();

        Stream(int port, String path) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nhost: localhost\r\n\r\n").getBytes(ISO_8859_1));
            Thread.ofVirtual().start(this::read);
        }

        private void read() {
            byte[] buffer = new byte[1 << 16];
            try {
                for (int read = 0; read >= 0; read = socket.getInputStream().read(buffer)) {
                    octets.addAndGet(read);
                }
            } catch (IOException closed) {
                // by us, at the end
            }
        }

        long octets() {
            return octets.get();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private final Map<String, Sum> sums = new LinkedHashMap<>();
    private final Path directory;

    private StateBytes(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : USUAL_SECONDS;
        Path directory = Files.createTempDirectory("state-bytes");
        boolean goalMet;
        try {
            goalMet = new StateBytes(directory).run(args[0], seconds);
        } finally {
            deleteAll(directory);
        }
        System.exit(goalMet ? 0 : 1);
    }

    private boolean run(String snowgate, int seconds) throws Exception {
        Process gateway = start(snowgate);
        int port = plainPort(gateway);
        try (Client client = new Client(port);
                Stream whole = new Stream(port, "/state/stream");
                Stream patches = new Stream(port, "/state/stream?patch")) {
            awaitCoded(client);
            poll(client, seconds, whole, patches);
        } finally {
            gateway.destroy();
            gateway.waitFor(20, TimeUnit.SECONDS);
        }
        print();
        return percent("difference to the version before (`previous`)") < GOAL_PERCENT;
    }

    /** The demo three times, told apart by where differences start. */
    private Process start(String snowgate) throws IOException {
        List<String> command = new ArrayList<>(List.of(snowgate, "--host", "127.0.0.1", "--port", "0", "--plain-port", "0"));
        command.addAll(List.of("--admin-port", "0", "--grace", "1s", "--data-dir", directory.resolve("data").toString()));
        command.addAll(List.of("--set", "worker-lock-dir=off", "--set", "state.delta=off"));
        for (String delta : List.of("previous", "dictionary")) {
            command.addAll(List.of("--set", "states." + delta + "-state.source=demo"));
            command.addAll(List.of("--set", "states." + delta + "-state.delta=" + delta));
        }
        return new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private int plainPort(Process gateway) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        while (!Files.readString(out).contains("Ctrl-C")) {
            if (!gateway.isAlive()) {
                throw new IOException("did not start: " + Files.readString(directory.resolve("err")));
            }
            Thread.sleep(50);
        }
        Matcher port = Pattern.compile("http://[^ :]+:(\\d+)").matcher(Files.readString(out));
        if (!port.find()) {
            throw new IOException("no plain port in: " + Files.readString(out));
        }
        return Integer.parseInt(port.group(1));
    }

    private static void awaitCoded(Client client) throws IOException, InterruptedException {
        for (String state : List.of("/state", "/state/previous-state", "/state/dictionary-state")) {
            while (!client.get(state, "accept-encoding: br").field("content-encoding").equals("br")) {
                Thread.sleep(50);
            }
        }
    }

    private void poll(Client client, int seconds, Stream whole, Stream patches) throws Exception {
        awaitHalfOfASecond();
        Answer before = client.get("/state");
        byte[] dictionary = client.get("/state/dictionary-state/dictionary").body();
        long wholeBefore = whole.octets();
        long patchesBefore = patches.octets();
        for (int i = 0; i < seconds; i++) {
            awaitHalfOfASecond();
            Answer now = client.get("/state");
            count("identity", now);
            for (String coding : List.of("gzip", "br", "zstd")) {
                count(coding, client.get("/state", "accept-encoding: " + coding));
            }
            count("not modified (304)", client.get("/state", "if-none-match: " + now.field("etag")));
            count("difference to the version before (`previous`)", delta(client, "/state/previous-state", before.body()));
            count("difference to a dictionary from the first second (`dictionary`)", delta(client, "/state/dictionary-state", dictionary));
            String since = "/state?since=" + URLEncoder.encode(before.field("etag"), UTF_8);
            count("patch from the version before", client.get(since));
            count("patch from the version before, br", client.get(since, "accept-encoding: br"));
            before = now;
        }
        count("pushed, an event", seconds, whole.octets() - wholeBefore);
        count("pushed, `?patch`", seconds, patches.octets() - patchesBefore);
    }

    private static Answer delta(Client client, String path, byte[] dictionary) throws Exception {
        String hash = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(dictionary));
        return client.get(path, CHROMIUM, "available-dictionary: :" + hash + ":");
    }

    /** The demo changes with the second; half-way between, every version has been coded and none is about to go. */
    private static void awaitHalfOfASecond() throws InterruptedException {
        Thread.sleep(1_000 - (System.currentTimeMillis() + 500) % 1_000);
    }

    private void count(String line, Answer answer) {
        sums.computeIfAbsent(line, name -> new Sum()).add(answer);
    }

    /** The head came once, long ago. */
    private void count(String line, int events, long octets) {
        Sum sum = sums.computeIfAbsent(line, name -> new Sum());
        sum.answers = events;
        sum.body = octets;
    }

    private void print() {
        System.out.println("| answer to one poll | head | body | body, of identity |");
        System.out.println("|---|---|---|---|");
        sums.forEach((line, sum) -> System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %.1f %% |%n",
                line,
                Math.round((double) sum.head / sum.answers),
                Math.round((double) sum.body / sum.answers),
                percent(line)));
    }

    private double percent(String line) {
        return 100.0 * sums.get(line).body / sums.get("identity").body;
    }

    private static void deleteAll(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
