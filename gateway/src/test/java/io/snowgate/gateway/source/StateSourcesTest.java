package io.snowgate.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowgate.generator.EpochClock;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateSourcesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    demo            | demo, seed 1
                    demo:42         | demo, seed 42
                    demo:-3         | demo, seed -3
                    file:x.json     | file:x.json
                    file:/a/b.json  | file:/a/b.json
                    file:///a.json  | file:/a.json
                    file:a:b.json   | file:a:b.json
                    redis://h/k                     | redis://h:6379/k
                    redis://h:7/app:election        | redis://h:7/app:election
                    redis://u:hush@h/2/k            | redis://h:6379/2/k
                    redis://:hush@h/k?db=3          | redis://h:6379/3/k
                    rediss://[::1]:7/k%20k          | rediss://[::1]:7/k k
                    redis-sentinel://a,b:7/k?master=m   | redis-sentinel://a:26379,b:7/k
                    rediss-cluster://u:hush@a,b/7       | rediss-cluster://a:6379,b:6379/7
                    mongodb://u:hush@a,b:7/d.c.e?query={"a":1}&tls=true&w=1 | mongodb://a,b:7/d.c.e
                    mongodb+srv://u:hush@a.b.c/d.c?query={}                 | mongodb+srv://a.b.c/d.c
                    http://u:hush@h:7/a/b?token=hush    | http://h:7/a/b
                    https://h                           | https://h
                    """)
    void namesEachKindWithoutItsSecrets(String spec, String description) {
        assertThat(StateSources.complaint(spec)).isEmpty();
        assertThat(StateSources.of(spec, 1_000, EpochClock.system()).description())
                .isEqualTo(description);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Demo", "x.json", "ftp://h/x", "redisx://h/k", "REDIS://h/k", "mongo://h/d.c", "exec:ls"})
    void refusesAnythingElseAndSaysAllThatIsAllowed(String spec) {
        assertThat(StateSources.complaint(spec))
                .hasValueSatisfying(allowed -> assertThat(allowed)
                        .contains(
                                "demo:SEED",
                                "file:PATH",
                                "redis://",
                                "redis-sentinel://",
                                "redis-cluster://",
                                "mongodb://",
                                "http://",
                                "https://"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
                    demo:                       | a whole number
                    demo:x                      | a whole number
                    demo:1.5                    | a whole number
                    demo:9223372036854775808    | a whole number
                    file:                       | file:PATH
                    redis://                    | redis://HOST
                    redis://h                   | KEY is missing
                    redis://h/                  | KEY is missing
                    redis://h/0                 | a number alone is a database
                    redis://h/0/                | KEY is missing
                    redis://h:0/k               | with a port of 1..65535
                    redis://h:70000/k           | with a port of 1..65535
                    redis://h h/k               | with a host name
                    redis://a,b/k               | one host in redis://
                    redis://h/k?dbb=1           | no other parameter than ca-file, db, password-file (not dbb)
                    redis://h/k?db=x            | a number as db
                    redis://h/1/k?db=1          | not both
                    redis://h/k?db=1&db=2       | db once
                    redis://h/k?password=hush   | no other parameter
                    redis://u:p@ss@h/k          | percent-encoded
                    redis://u:hush@h/k%zz       | two hexadecimal digits
                    redis://u:hush@h/%ff        | UTF-8
                    redis://u:hush@h/k?password-file=x  | a password or password-file, not both
                    redis://h/k?password-file=  | the path of a file as password-file
                    redis-sentinel://h/k        | ?master=NAME
                    redis-cluster://h/k?db=1    | no other parameter
                    redis-cluster://h/          | KEY is missing
                    mongodb://h                 | DB.COLLECTION
                    mongodb://h/d               | DB.COLLECTION
                    mongodb://h/d.c             | query is missing
                    mongodb://h/d.c?query=x     | a JSON object as query
                    mongodb://h/d.c?query=[1]   | a JSON object as query
                    mongodb://h/d.c?many=yes    | true or false as many
                    mongodb://h/d.c?query={}&limit=3    | only with many=true
                    mongodb://h/d.c?many=true&limit=0   | 1..100000 as limit
                    mongodb://h/d.c?query={}&password-file=x   | with a user
                    mongodb://u:hush@h/d.c?query={}&readPreference=worst | options the driver understands
                    http://                     | http://
                    http:///x                   | http://
                    https://a,b/x               | https://
                    http://h/a b                | percent-encoded
                    http://h_h/x                | percent-encoded
                    """)
    void saysWhatIsWrongWithoutShowingASecret(String spec, String complaint) {
        assertThat(StateSources.complaint(spec))
                .hasValueSatisfying(
                        allowed -> assertThat(allowed).contains(complaint).doesNotContain("hush"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateSources.of(spec, 1_000, EpochClock.system()))
                .withMessageContaining(complaint);
    }

    @Test
    void checkingASourceStartsNoThread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        assertThat(StateSources.complaint("redis://h/k")).isEmpty();
        assertThat(StateSources.complaint("mongodb://h/d.c?query={}")).isEmpty();
        assertThat(StateSources.complaint("https://h/k")).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet()).isSubsetOf(before);
    }

    @Test
    void refusesAPathThatIsNone() {
        assertThat(StateSources.complaint("file:a\u0000b")).contains("file:PATH");
    }
}
