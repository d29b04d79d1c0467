package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowgate.gateway.state.StateOptions.Delta;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is made of a document besides itself; encoding is done at once or held back by the test. */
class StateRepresentationsTest {

    private static final int ROWS = 45;
    private static final int ONE_IN = 9;
    private static final byte[] NO_DICTIONARY = {};

    private final ManualTime time = new ManualTime();
    private final ScriptedSource source = new ScriptedSource();
    private final InlineExecutor encoding = new InlineExecutor();
    private @Nullable StatePublisher publisher;

    @AfterEach
    void close() {
        if (publisher != null) {
            publisher.close();
        }
    }

    @Test
    void aDocumentIsThereInEveryCoding() {
        start(Delta.DICTIONARY);
        publish(1);

        assertThat(codings(document().representations()))
                .containsExactlyInAnyOrder(Coding.IDENTITY, Coding.GZIP, Coding.BR, Coding.ZSTD);
        for (Representation each : document().representations()) {
            assertThat(decode(each, NO_DICTIONARY)).isEqualTo(bytes(1));
        }
    }

    @Test
    void aLaterVersionIsOutOnceAllIsMadeOfIt() {
        start(Delta.PREVIOUS);
        publish(1);
        encoding.hang();
        publish(2);
        assertThat(document().version()).isEqualTo(1);

        encoding.goOn();
        publisher().dutyCycle();
        assertThat(document().version()).isEqualTo(2);
        assertThat(document().representations()).hasSize(4);
        assertDeltas(1, 2);
    }

    @Test
    void aVersionThatIsSlowToCodeIsOutAsItIs() {
        start(Delta.PREVIOUS);
        publish(1);
        encoding.hang();
        publish(2);
        time.pass(ofMillis(49));
        publisher().dutyCycle();
        assertThat(document().version()).isEqualTo(1);
        time.pass(ofMillis(1));
        publisher().dutyCycle();
        assertThat(document().version()).isEqualTo(2);
        assertThat(codings(document().representations())).containsExactly(Coding.IDENTITY);

        encoding.goOn();
        publisher().dutyCycle();
        assertThat(document().representations()).hasSize(4);
        assertDeltas(1, 2);
    }

    @Test
    void whatWasBeingCodedIsReleasedAtTheEnd() {
        start(Delta.PREVIOUS);
        publish(1);
        long before = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        encoding.hang();
        publish(2);
        assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isGreaterThan(before);
        close();
        encoding.goOn();
        assertThat(UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()).isLessThan(before);
    }

    @Test
    void theFirstVersionIsOutAsItIsBeforeItIsCoded() {
        start(Delta.DICTIONARY);
        encoding.hang();
        publish(1);
        assertThat(codings(document().representations())).containsExactly(Coding.IDENTITY);

        encoding.goOn();
        publisher().dutyCycle();
        assertThat(document().representations()).hasSize(4);
    }

    @Test
    void whatIsCodedStaysWhileTheContentDoes() {
        start(Delta.PREVIOUS);
        publish(1);
        publish(2);
        List<String> tags = tags(document());
        pass(ofSeconds(3));

        assertThat(tags(document())).isEqualTo(tags);
        assertThat(text(document().representations().getLast().retainHttp1NotModified()))
                .contains("date: Tue, 01 Sep 2026 00:00:05 GMT\r\n");
    }

    @Test
    void aShortDocumentIsNotCoded() {
        start(Delta.PREVIOUS);
        publish("\"" + "x".repeat(Encoder.MIN_BYTES - 3) + "\"");
        assertThat(codings(document().representations())).containsExactly(Coding.IDENTITY);
        publish("\"" + "x".repeat(Encoder.MIN_BYTES - 2) + "\"");
        assertThat(codings(document().representations())).hasSize(4);
    }

    @Test
    void aCodingThatIsNoShorterIsNotOffered() {
        start(Delta.PREVIOUS);
        publish("\"" + noise(250) + "\"");
        assertThat(document().representations())
                .allSatisfy(each -> assertThat(each.bodyBytes()).isLessThanOrEqualTo(252));
        assertThat(codings(document().representations())).doesNotContain(Coding.GZIP);
    }

    @Test
    void everyRepresentationHasATagOfItsOwnThatBeginsWithTheHash() {
        start(Delta.PREVIOUS);
        publish(1);
        publish(2);
        publish(3);
        wantAll();

        List<String> tags = tags(document());
        String hash = document().etag().toString().substring(0, 33);
        assertThat(new HashSet<>(tags)).hasSameSizeAs(tags);
        assertThat(tags).hasSize(4 + 3 * 2).allSatisfy(tag -> assertThat(tag).startsWith(hash));
        assertThat(tags).contains(hash + "\"", hash + "-gzip\"", hash + "-br\"", hash + "-zstd\"");
    }

    @Test
    void deltasFromTheVersionBeforeAndFromItselfAreThereUnasked() {
        start(Delta.PREVIOUS);
        publish(1);
        publish(2);

        assertDeltas(1, 2);
        assertDeltas(2, 2);
    }

    @Test
    void deltasFromOtherVersionsAreMadeOnceForWhoeverAsksNext() {
        start(Delta.PREVIOUS);
        publish(1);
        publish(2);
        publish(3);
        Origin first = origin(1);
        assertThat(first.deltas()).isEmpty();

        encoding.hang();
        publisher().wantDeltas(document(), first);
        publisher().wantDeltas(document(), first);
        pass(ofSeconds(1));
        publisher().wantDeltas(document(), origin(1));
        assertThat(encoding.held()).isEqualTo(1);

        encoding.goOn();
        publisher().dutyCycle();
        assertDeltas(1, 3);
    }

    @Test
    void deltasComeFromTheDictionaryInUse() {
        start(Delta.DICTIONARY);
        publish(1);
        assertThat(codings(document().dictionary()))
                .containsExactlyInAnyOrder(Coding.IDENTITY, Coding.GZIP, Coding.BR, Coding.ZSTD);
        for (int version = 2; version <= 5; version++) {
            publish(version);
            assertDeltas(1, version);
            assertThat(document().originByDictionary(name(version))).isNull();
            assertThat(document().dictionary())
                    .hasSize(4)
                    .allSatisfy(each -> assertThat(decode(each, NO_DICTIONARY)).isEqualTo(bytes(1)));
        }
    }

    @Test
    void aDictionaryThatHasGrownOldIsReplacedAndStaysKnown() {
        start(Delta.DICTIONARY);
        publish(1);
        pass(Duration.ofMinutes(30));
        publish(2);
        pass(ofSeconds(1));

        assertThat(decode(document().dictionary().getLast(), NO_DICTIONARY)).isEqualTo(bytes(2));
        publisher().wantDeltas(document(), origin(1));
        publisher().dutyCycle();
        assertDeltas(1, 2);
        assertDeltas(2, 2);
    }

    @Test
    void aDictionaryThatHelpsLittleIsReplacedSooner() {
        start(Delta.DICTIONARY);
        publish("\"" + noise(300) + "\"");
        publish(1);
        pass(Duration.ofMinutes(5));
        publish(2);

        assertThat(decode(document().dictionary().getFirst(), NO_DICTIONARY)).isEqualTo(bytes(2));
    }

    @Test
    void withDeltasOffThereAreNone() {
        start(Delta.OFF);
        publish(1);
        publish(2);
        assertThat(document().originByDictionary(name(1))).isNull();
        assertThat(document().dictionary()).isEmpty();
        assertThat(field(document().identity(), "vary")).isEqualTo("accept-encoding");
    }

    @Test
    void aDictionaryTooShortToHelpKeepsNothingElseFromBeingMade() {
        start(Delta.PREVIOUS);
        publish("[1]");
        publish(2);
        assertThat(document().representations()).hasSize(4);
        assertThat(Objects.requireNonNull(document().originByTag(tag("[1]"), 1)).deltas())
                .isEmpty();
    }

    @Test
    void whatIsServedSaysHowToKeepAndWhatItVariesBy() {
        start(Delta.PREVIOUS);
        publish(1);
        for (Representation each : document().representations()) {
            assertThat(field(each, "cache-control")).isEqualTo("max-age=0, stale-while-revalidate=60");
            assertThat(field(each, "use-as-dictionary")).isEqualTo("match=\"/state*\"");
            assertThat(field(each, "vary")).isEqualTo("accept-encoding, available-dictionary");
            assertThat(field(each, "content-encoding"))
                    .isEqualTo(
                            each.coding() == Coding.IDENTITY
                                    ? null
                                    : each.coding().token().toString());
            assertThat(value(each.notModifiedFields(), "vary")).isEqualTo("accept-encoding, available-dictionary");
            assertThat(value(each.notModifiedFields(), "content-encoding")).isNull();
        }
        close();
        start(Delta.DICTIONARY);
        publish(1);
        assertThat(field(document().identity(), "cache-control")).isEqualTo("no-cache");
        assertThat(field(document().identity(), "use-as-dictionary")).isNull();
        assertThat(field(document().identity(), "vary")).isEqualTo("accept-encoding, available-dictionary");
        Representation dictionary = document().dictionary().getFirst();
        assertThat(field(dictionary, "cache-control")).isEqualTo("max-age=3600");
        assertThat(field(dictionary, "use-as-dictionary")).isEqualTo("match=\"/state*\"");
        assertThat(field(dictionary, "vary")).isEqualTo("accept-encoding");
        assertThat(field(dictionary, "snowgate-age")).isNull();
    }

    @Test
    void aPatchFromTheVersionBeforeIsThereUnasked() {
        start(Delta.OFF);
        publish(1);
        assertThat(document().patchFromPrevious()).isNull();
        publish(2);

        byte[] patch = Objects.requireNonNull(document().patchFromPrevious());
        assertThat(patch).asString(US_ASCII).startsWith("[{\"op\":\"replace\",\"path\":\"/version\",\"value\":2}");
        for (Representation each : patches(1)) {
            assertThat(decode(each, NO_DICTIONARY)).isEqualTo(patch);
            assertThat(field(each, "content-type")).isEqualTo("application/json-patch+json");
        }
        assertThat(codings(patches(1))).contains(Coding.IDENTITY, Coding.GZIP, Coding.BR, Coding.ZSTD);
        pass(ofSeconds(1));
        assertThat(document().patchFromPrevious()).isSameAs(patch);
    }

    @Test
    void thePatchFromTheDocumentItselfIsEmpty() {
        start(Delta.OFF);
        publish(1);
        assertThat(patches(1))
                .singleElement()
                .satisfies(each -> assertThat(new String(decode(each, NO_DICTIONARY), US_ASCII))
                        .isEqualTo("[]"));
    }

    @Test
    void aPatchFromAnOlderVersionIsMadeOnceForWhoeverAsksNext() {
        start(Delta.OFF);
        publish(1);
        publish(2);
        publish(3);
        assertThat(patches(1)).isEmpty();
        encoding.hang();
        publisher().wantPatch(document(), byTag(1));
        publisher().wantPatch(document(), byTag(1));
        assertThat(encoding.held()).isEqualTo(1);
        encoding.goOn();
        publisher().dutyCycle();
        assertThat(patches(1)).isNotEmpty();
    }

    @Test
    void aContentThatComesBackIsMadeOnlyOnce() {
        start(Delta.PREVIOUS);
        for (int i = 0; i < 6; i++) {
            publish(1 + i % 2);
        }
        assertThat(document().representations()).hasSize(4);
        assertThat(document().version()).isEqualTo(6);
        assertDeltas(1, 2);
        assertThat(tags(document())).hasSize(4 + 2 * 2);
    }

    @Test
    void listenersAreToldOnceEverythingIsThere() {
        start(Delta.PREVIOUS);
        List<String> told = tell();
        publish(1);
        publish(2);
        publish(3);
        assertThat(told).containsExactly("1 codings 1 patch false", "2 codings 4 patch true", "3 codings 4 patch true");
    }

    @Test
    void listenersAreNotKeptWaitingByAnEncoder() {
        start(Delta.PREVIOUS);
        publish(1);
        List<String> told = tell();
        encoding.hang();
        publish(2);
        time.pass(ofMillis(49));
        publisher().dutyCycle();
        assertThat(told).isEmpty();
        time.pass(ofMillis(1));
        publisher().dutyCycle();
        encoding.goOn();
        publisher().dutyCycle();
        assertThat(told).containsExactly("2 codings 1 patch false");
    }

    @Test
    void listenersAreToldOfAVersionThatWasOvertaken() {
        start(Delta.PREVIOUS);
        publish(1);
        List<String> told = tell();
        encoding.hang();
        publish(2);
        source.answers(new String(bytes(3), US_ASCII));
        time.pass(ofMillis(100));
        publisher().dutyCycle();
        encoding.goOn();
        publisher().dutyCycle();
        assertThat(told).containsExactly("2 codings 1 patch false", "3 codings 4 patch true");
    }

    @Test
    void isRefusedOnceStaleWhereThatIsWanted() {
        start(new StateOptions(
                "default", ofMillis(100), ofSeconds(10), true, 100_000, Delta.OFF, 3, "", List.of(), false));
        publish(1);
        source.fails("gone");
        pass(ofSeconds(10));
        assertThat(document().isRefused()).isFalse();
        time.pass(ofMillis(1));
        publisher().dutyCycle();
        assertThat(document().isRefused()).isTrue();

        publish(1);
        assertThat(document().isRefused()).isFalse();
    }

    @Test
    void isServedWhenStaleUnlessToldOtherwise() {
        start(Delta.OFF);
        publish(1);
        source.fails("gone");
        pass(ofSeconds(60));
        assertThat(document().isRefused()).isFalse();
        assertThat(field(document().identity(), "snowgate-age")).isEqualTo("60");
    }

    private void assertDeltas(int from, int to) {
        Origin origin = origin(from);
        assertThat(codings(origin.deltas())).containsExactlyInAnyOrder(Coding.DCB, Coding.DCZ);
        for (Representation each : origin.deltas()) {
            assertThat(decode(each, bytes(from))).isEqualTo(bytes(to));
            assertThat(field(each, "content-encoding"))
                    .isEqualTo(each.coding().token().toString());
            assertThat(each.etag().toString()).contains("-" + each.coding().token() + "-");
        }
    }

    private List<String> tell() {
        List<String> told = new ArrayList<>();
        publisher()
                .onChange(changed -> told.add(changed.version() + " codings "
                        + changed.representations().size() + " patch " + (changed.patchFromPrevious() != null)));
        return told;
    }

    private void wantAll() {
        for (Origin each : document().origins()) {
            publisher().wantDeltas(document(), each);
        }
        publisher().dutyCycle();
    }

    private void start(Delta delta) {
        start(new StateOptions(
                "default", ofMillis(100), ofSeconds(10), false, 100_000, delta, 30, "", List.of(), false));
    }

    private void start(StateOptions options) {
        publisher = new StatePublisher(
                source, options, FieldBlock.NONE, time, time::nanoTime, new InlineExecutor(), encoding);
    }

    private void publish(int version) {
        publish(new String(bytes(version), US_ASCII));
    }

    private void publish(String json) {
        source.answers(json);
        pass(ofSeconds(1));
    }

    private void pass(Duration duration) {
        time.pass(duration);
        publisher().dutyCycle();
        publisher().dutyCycle();
    }

    private StatePublisher publisher() {
        return Objects.requireNonNull(publisher);
    }

    private StateDocument document() {
        return Objects.requireNonNull(publisher().current());
    }

    private Origin origin(int version) {
        return Objects.requireNonNull(document().originByDictionary(name(version)));
    }

    private Origin byTag(int version) {
        String tag = Content.of(bytes(version)).etag().toString();
        return Objects.requireNonNull(document().originByTag(tag, 1));
    }

    private List<Representation> patches(int version) {
        return byTag(version).patches();
    }

    private static String name(int version) {
        return Content.of(bytes(version)).availableDictionary().toString();
    }

    private static String tag(String json) {
        return Content.of(json.getBytes(US_ASCII)).etag().toString();
    }

    private static byte[] bytes(int version) {
        return Documents.document(ROWS, version, ONE_IN);
    }

    private static String noise(int length) {
        StringBuilder noise = new StringBuilder();
        Random random = new Random(7);
        while (noise.length() < length) {
            char c = (char) (' ' + random.nextInt(95));
            noise.append(c == '"' || c == '\\' ? '_' : c);
        }
        return noise.toString();
    }

    private static Set<Coding> codings(List<Representation> representations) {
        Set<Coding> codings = new HashSet<>();
        representations.forEach(each -> assertThat(codings.add(each.coding())).isTrue());
        return codings;
    }

    private static List<String> tags(StateDocument document) {
        List<String> tags = new ArrayList<>();
        document.representations().forEach(each -> tags.add(each.etag().toString()));
        document.origins()
                .forEach(origin ->
                        origin.deltas().forEach(each -> tags.add(each.etag().toString())));
        return tags;
    }

    private static @Nullable String field(Representation representation, String name) {
        return value(representation.fields(), name);
    }

    private static @Nullable String value(FieldBlock fields, String name) {
        return IntStream.range(0, fields.size())
                .filter(i -> fields.name(i).contentEquals(name))
                .mapToObj(i -> fields.value(i).toString())
                .findFirst()
                .orElse(null);
    }

    private static byte[] decode(Representation representation, byte[] dictionary) {
        ByteBuf body = Objects.requireNonNull(representation.retainBody());
        try {
            return Decoding.decode(representation.coding(), ByteBufUtil.getBytes(body), dictionary);
        } finally {
            body.release();
        }
    }

    private static String text(@Nullable ByteBuf buffer) {
        ByteBuf held = Objects.requireNonNull(buffer);
        try {
            return held.toString(US_ASCII);
        } finally {
            held.release();
        }
    }
}
