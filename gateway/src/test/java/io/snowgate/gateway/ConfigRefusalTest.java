package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigRefusalTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 99999             | snowgate.port must be 0..65535: 99999 (from --port)
            --port -1                | snowgate.port must be 0..65535: -1 (from --port)
            --port https             | snowgate.port must be 0..65535: https (from --port)
            --port 99999999999999999999 | snowgate.port must be 0..65535: 99999999999999999999 (from --port)
            --port=                  | snowgate.port must be 0..65535: "" (from --port)
            --plain-port on          | snowgate.plain-port must be off or 0..65535: on (from --plain-port)
            --plain-port 8443        | snowgate.plain-port must be another port than snowgate.port: 8443 (from --plain-port)
            --admin-port 65536       | snowgate.admin.port must be off or 0..65535: 65536 (from --admin-port)
            --admin-port 8443        | snowgate.admin.port must be another port than snowgate.port: 8443 (from --admin-port)
            --host https://a         | snowgate.host must be a host name or an IP address without brackets: https://a (from --host)
            --data-dir=              | snowgate.data-dir must be the path of a directory: "" (from --data-dir)
            --transport iouring      | snowgate.transport must be auto or epoll or io_uring or kqueue or nio: iouring (from --transport)
            --set event-loops=1025   | snowgate.event-loops must be 0..1024: 1025 (from --set)
            --grace 11m              | snowgate.grace must be 0s..10m: 11m (from --grace)
            --grace 10               | snowgate.grace must be 0s..10m, with a unit such as 500ms or 1m: 10 (from --grace)
            --grace 1x               | snowgate.grace must be 0s..10m, with a unit such as 500ms or 1m: 1x (from --grace)
            --grace -1s              | snowgate.grace must be 0s..10m: -1s (from --grace)
            --worker-id 4096         | worker id must be auto or 0..1023: 4096 (from --worker-id)
            --worker-id -1           | worker id must be auto or 0..1023: -1 (from --worker-id)
            --worker-id one          | worker id must be auto or 0..1023: one (from --worker-id)
            --worker-id 32 --datacenter-id 0 | worker id must be 0..31 beside a datacenter id: 32 (from --worker-id)
            --datacenter-id 32       | datacenter id must be unset or 0..31: 32 (from --datacenter-id)
            --datacenter-id 1 --set snowflake.worker-bits=8 | datacenter id must be unset in a layout without datacenters: 1 (from --datacenter-id)
            --worker-id 256 --set snowflake.worker-bits=8   | worker id must be auto or 0..255: 256 (from --worker-id)
            --layout tsid --datacenter-id 1 | datacenter id must be unset in a layout without datacenters: 1 (from --datacenter-id)
            --layout js-safe-53 --worker-id 32 | worker id must be auto or 0..31: 32 (from --worker-id)
            --layout facebook        | snowgate.snowflake.layout must be twitter or js-safe-53 or sharded-41-11-12 or discord or instagram or sonyflake or baidu or tsid: facebook (from --layout)
            --set snowflake.tick=61s | snowgate.snowflake.tick must be preset or 1ms..60s: 61s (from --set)
            --set snowflake.tick=0.5ms | snowgate.snowflake.tick must be preset or 1ms..60s: 0.5ms (from --set)
            --sequence-start one     | snowgate.snowflake.sequence-start must be zero or random or rolling: one (from --sequence-start)
            --clock-tolerance 11s    | snowgate.snowflake.clock-tolerance must be 0ms..10s: 11s (from --clock-tolerance)
            --max-ahead 2s           | snowgate.snowflake.reserve must be more than snowgate.snowflake.max-ahead (2s, from --max-ahead): 2s (from reference.conf:LINE)
            --worker-id auto --datacenter-id 3 | snowgate.datacenter-id must be unset beside worker-id auto (from --worker-id): 3 (from --datacenter-id)
            --worker-id auto --worker-id-from ip | snowgate.worker-id-from must be none beside worker-id auto (from --worker-id): ip (from --worker-id-from)
            --worker-id auto --cluster off | snowgate.cluster.start must be auto or on beside worker-id auto (from --worker-id): off (from --cluster)
            id --worker-id auto      | snowgate id needs a worker id of its own, which no gateway has: --worker-id ID
            --worker-id-from pod     | snowgate.worker-id-from must be none or pod-ordinal or hostname-suffix or ip: pod (from --worker-id-from)
            --worker-id-from ip --worker-id 3 | snowgate.worker-id-from must be none beside a worker id (from --worker-id): ip (from --worker-id-from)
            --cluster yes            | snowgate.cluster.start must be auto or on or off: yes (from --cluster)
            --cluster off --members a=127.0.0.1:1 | snowgate.cluster.start must be auto or on with snowgate.cluster.members (from --members): off (from --cluster)
            --cluster-id a/b         | snowgate.cluster.id must be 1..64 of A-Z, a-z, 0-9, '.', '_' and '-': a/b (from --cluster-id)
            --members a              | snowgate.cluster.members: a member must be id=host:port: a (from --members)
            --members A=127.0.0.1:1  | snowgate.cluster.members: a member id must be 1..32 of a-z, 0-9 and '-': A (from --members)
            --members a=127.0.0.1    | snowgate.cluster.members: the address of member a must be host:port: 127.0.0.1 (from --members)
            --members a=127.0.0.1:65536 | snowgate.cluster.members: the address of member a must be host:port: 127.0.0.1:65536 (from --members)
            --members a=127.0.0.1:0  | snowgate.cluster.members must be id=host:port with ports of 1..65535: a=127.0.0.1:0 (from --members)
            --members a=127.0.0.1:1,b=127.0.0.1:2,c=127.0.0.1:3,d=127.0.0.1:4,e=127.0.0.1:5,f=127.0.0.1:6,g=127.0.0.1:7 | snowgate.cluster.members: a cluster must have 1, 3 or 5 members, and 6 at most while they change: 7 (from --members)
            --members a=127.0.0.1:1,a=127.0.0.1:2,b=127.0.0.1:3 | snowgate.cluster.members: two members have the id a (from --members)
            --members a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:3 | snowgate.cluster.members: two members have the address 127.0.0.1:1 (from --members)
            --members a=192.0.2.1:1  | snowgate.cluster.members: member a is at 192.0.2.1:1, which is not a loopback address: the members need certificates to know each other by; set snowgate.cluster.tls.cert, key and ca (from --members)
            --self a                 | snowgate.cluster.self must be empty without snowgate.cluster.members: a (from --self)
            --members a=127.0.0.1:1 --self b | snowgate.cluster.self must be one of a, or empty for none of them: b (from --self)
            --groups 0               | snowgate.cluster.groups must be 1..64: 0 (from --groups)
            --timestamp-follower ask | snowgate.cluster.timestamp-follower must be forward or redirect or reject: ask (from --timestamp-follower)
            --set cluster.strict-sequences=a/b | snowgate.cluster.strict-sequences must be * or names of 1..128 of A-Z, a-z, 0-9, '.', '_' and '-': a/b (from --set)
            --set cluster.strict-sequences=a,* | snowgate.cluster.strict-sequences must be * alone or names, not both: a, * (from --set)
            --peer-public https://a  | snowgate.cluster.public-url must be empty unless snowgate.cluster.self is set: https://a (from --peer-public)
            --members a=127.0.0.1:1 --self a --peer-public ftp://a | snowgate.cluster.public-url must be https://HOST[:PORT], without a path: ftp://a (from --peer-public)
            --members a=127.0.0.1:1 --self a --peer-public https://a/ | snowgate.cluster.public-url must be https://HOST[:PORT], without a path: https://a/ (from --peer-public)
            --set cluster.tls.cert=c | snowgate.cluster.tls.cert must be empty without snowgate.cluster.members: c (from --set)
            --members a=192.0.2.1:1 --set cluster.tls.cert=c | snowgate.cluster.tls.key must be set when another of snowgate.cluster.tls.cert, key and ca is: "" (from reference.conf:LINE)
            --state redis:h          | snowgate.state.source must be redis://HOST[:PORT][/DB]/KEY, redis-sentinel://HOST:PORT,.../KEY?master=NAME or redis-cluster://HOST:PORT,.../KEY (rediss instead of redis for TLS), with @ / ? # in names and passwords percent-encoded: redis:h (from --state)
            --state http://u:p@/x    | snowgate.state.source must be http://HOST[:PORT]/PATH[?QUERY] or the same with https://, with @ / ? # in names and passwords percent-encoded: http://***@/x (from --state)
            --state file:            | snowgate.state.source must be file:PATH: file: (from --state)
            --state demo:x           | snowgate.state.source must be demo or demo:SEED (a whole number): demo:x (from --state)
            --refresh 99ms           | snowgate.state.refresh must be 100ms..1h: 99ms (from --refresh)
            --refresh 2s --stale-after 1s | snowgate.state.refresh must be at most snowgate.state.stale-after (1s, from --stale-after): 2s (from --refresh)
            --set state.max-size=257MiB   | snowgate.state.max-size must be 1KiB..256MiB: 257MiB (from --set)
            --set state.max-size=big | snowgate.state.max-size must be 1KiB..256MiB, with a unit such as 8KiB or 1MiB: big (from --set)
            --set cors.max-age=25h   | snowgate.cors.max-age must be 0s..24h: 25h (from --set)
            --tls-provider openssl   | snowgate.tls.provider must be boringssl or jdk: openssl (from --tls-provider)
            --cert c.pem             | snowgate.tls.cert must be set together with snowgate.tls.key, which is empty: c.pem (from --cert)
            --key k.pem              | snowgate.tls.key must be set together with snowgate.tls.cert, which is empty: k.pem (from --key)
            --key-password-file p    | snowgate.tls.key-password-file must be empty unless snowgate.tls.key is set: p (from --key-password-file)
            --set tls=x              | snowgate.tls must be a group of keys: x (from --set)
            --set tls.cert.x=y       | snowgate.tls.cert must be a single value: a group of keys (from --set)
            --set prot=1             | unknown key snowgate.prot (from --set): did you mean snowgate.port?
            --set refresh=1s         | unknown key snowgate.refresh (from --set): did you mean snowgate.state.refresh?
            --set limits.conections=1 | unknown key snowgate.limits.conections (from --set): did you mean snowgate.limits.connections?
            --set xyz=1              | unknown key snowgate.xyz (from --set): `snowgate config` lists the keys there are
            --set port               | --set must be key=value: port
            --set a..b=1             | --set must be key=value: a..b=1
            --port 1 --port 2        | --port may be given once: 1, 2
            --prot 1                 | unknown option --prot: did you mean --port?
            -port=1                  | unknown option -port=1: did you mean --port?
            --quite-another          | unknown option --quite-another: `snowgate --help` lists what there is
            confg                    | unknown command confg: did you mean config?
            --port                   | Missing required parameter for option '--port' (PORT)
            --config missing.conf    | cannot read missing.conf: there is no such file (from --config)
            """)
    void refusesWithOneLine(String arguments, String message) {
        assertThat(Outcome.of(arguments.split(" ", -1)).refusal().replaceAll("(reference.conf):[0-9]+", "$1:LINE"))
                .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://a.test/      | origins without a path or trailing slash, such as https://a.test
            https://a.test/x?y   | origins without a path or trailing slash, such as https://a.test
            null                 | origins as scheme://host[:port]; every sandboxed page sends null, so it cannot be allowed
            https://A.test       | origins in lower case, as browsers send them
            a.test               | origins with their scheme, such as https://a.test
            https://*.a.test     | * alone or exact origins, without wildcards
            https://a.test:443   | origins without the default port, which no browser sends
            http://a.test:80     | origins without the default port, which no browser sends
            https://a.test:65536 | origins with a port of 1..65535
            https://a.test:0     | origins as scheme://host[:port], nothing else
            https://             | origins as scheme://host[:port], nothing else
            https://a..test      | origins as scheme://host[:port], nothing else
            https://ä.test       | origins as scheme://host[:port], nothing else
            """)
    void refusesAnOriginThatNoBrowserSends(String origin, String allowed) {
        assertThat(Outcome.of("--cors-origin", origin).refusal())
                .isEqualTo("snowgate.cors.origins must be " + allowed + ": " + origin + " (from --cors-origin)");
    }

    @Test
    void refusesAnyOriginBesideExactOnes() {
        assertThat(Outcome.of("--cors-origin", "*", "--cors-origin", "https://a.test")
                        .refusal())
                .isEqualTo("snowgate.cors.origins must be * alone or exact origins, not both: *, https://a.test"
                        + " (from --cors-origin)");
    }

    @Test
    void refusesBitsThatDoNotFitAnId() {
        assertThat(Outcome.of("--set", "snowflake.time-bits=43").refusal())
                .startsWith("snowgate.snowflake.time-bits + worker-bits + sequence-bits must be at most 64:"
                        + " 43 + 10 + 12 = 65 (from --set, reference.conf:");
        assertThat(Outcome.of(
                                "--set",
                                "snowflake.time-bits=53",
                                "--set",
                                "snowflake.worker-bits=0",
                                "--set",
                                "snowflake.sequence-bits=11",
                                "--worker-id",
                                "0")
                        .refusal())
                .isEqualTo("snowgate.snowflake: time and sequence bits must be 1..63: 64");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            snowgate.port = 99999            | snowgate.port must be 0..65535: 99999 (from FILE:2)
            snowgate.port = null             | snowgate.port must be a single value: null (from FILE:2)
            snowgate.port = [1]              | snowgate.port must be a single value: a list (from FILE:2)
            snowgate.port = 84.5             | snowgate.port must be 0..65535: 84.5 (from FILE:2)
            snowgate.cors.origins = "*"      | snowgate.cors.origins must be a list of texts in [ ]: * (from FILE:2)
            snowgate.cors.origins = [{a=1}]  | snowgate.cors.origins must be a list of texts in [ ]: a list (from FILE:2)
            snowgate.tls { certs = a }       | unknown key snowgate.tls.certs (from FILE:2): did you mean snowgate.tls.cert?
            snowgat { port = 1 }             | unknown key snowgat.port (from FILE:2): did you mean snowgate.port?
            port = 1                         | unknown key port (from FILE:2): did you mean snowgate.port?
            snowgate.grace = ${GRACE}        | FILE:2: Could not resolve substitution to a value: ${GRACE}
            """)
    void namesTheLineOfAFile(String line, String message, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("site.conf"), "# site\n" + line + "\n");

        assertThat(Outcome.of("--config", file.toString()).refusal())
                .isEqualTo(message.replace("FILE", file.toString()));
    }

    @Test
    void refusesAFileThatIsNotHocon(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("site.json"), "{\n\"snowgate\": {\n");

        assertThat(Outcome.of("--config", file.toString()).refusal())
                .startsWith("cannot read " + file + ": " + file + ":");
    }

    @Test
    void refusesADirectoryAsFile(@TempDir Path directory) {
        assertThat(Outcome.of("--config", directory.toString()).refusal())
                .isEqualTo("cannot read " + directory + ": it is a directory (from --config)");
    }

    @Test
    void namesTheVariable() {
        assertThat(Outcome.of(Map.of("SNOWGATE_PORT", "x")).refusal())
                .isEqualTo("snowgate.port must be 0..65535: x (from environment variable SNOWGATE_PORT)");
    }

    @Test
    void staysOneLineWhenTheValueHasSeveral() {
        assertThat(Outcome.of("--port", "1\n\tat io.x\r\n2").refusal())
                .isEqualTo("snowgate.port must be 0..65535: 1 at io.x 2 (from --port)");
    }

    @Test
    void hidesThePasswordOfAUrlItRefuses() {
        assertThat(Outcome.of("--state", "redis://user:hush@h").refusal())
                .contains("redis://***@h")
                .doesNotContain("hush");
        assertThat(Outcome.of("--state", "redis://user:hush@h", "--state", "demo")
                        .refusal())
                .doesNotContain("hush");
    }

    @ParameterizedTest
    @MethodSource("keysWithARange")
    void enforcesTheRangeThatTheReferenceDocuments(String path, String range) {
        assertThat(Outcome.of("--set", path + "=none").refusal()).contains(range);
    }

    static List<Object[]> keysWithARange() {
        Pattern range = Pattern.compile("(?m)^(?:\\w+ or )?\\d+\\w*\\.\\.\\d+\\w*\\b(?!\\^)");
        ConfigKeys keys = ConfigKeys.load();
        return keys.paths().stream()
                .map(path -> new Object[] {path, range.matcher(comment(keys, path))})
                .filter(row -> ((Matcher) row[1]).find())
                .map(row -> new Object[] {row[0], ((Matcher) row[1]).group()})
                .toList();
    }

    @Test
    void everyNumberInTheReferenceHasARange() {
        List<Object> withRange = keysWithARange().stream().map(row -> row[0]).toList();
        ConfigKeys keys = ConfigKeys.load();
        Pattern number = Pattern.compile("[0-9].*|off");

        assertThat(keys.paths().stream()
                        .filter(path -> number.matcher(
                                        String.valueOf(keys.leaf(path).unwrapped()))
                                .matches())
                        .filter(path -> !path.endsWith("host") && !path.endsWith("worker-id")))
                .allMatch(withRange::contains);
    }

    private static String comment(ConfigKeys keys, String path) {
        return String.join(
                "\n",
                keys.leaf(path).origin().comments().stream().map(String::strip).toList());
    }
}
