package io.snowgate.gateway.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.snowgate.gateway.state.StateSource;
import io.snowgate.generator.EpochClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * The election night of an invented country, about 4 KB that change every second: five of the 45 districts report each
 * second, and every quarter of an hour another night begins. A function of seed and second alone: gateways with the same
 * seed and the same time show the same bytes.
 */
final class DemoSource implements StateSource {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int EXPECTED_BYTES = 4_500;

    private static final List<String> PARTY_IDS = List.of("CM", "LL", "OP", "RA");
    private static final List<String> PARTY_NAMES =
            List.of("Compass Movement", "Lantern List", "Orchard Party", "River Alliance");

    private final long seed;
    private final EpochClock clock;

    DemoSource(long seed, EpochClock clock) {
        this.seed = seed;
        this.clock = clock;
    }

    @Override
    public String description() {
        return "demo, seed " + seed;
    }

    @Override
    public byte[] fetch() throws IOException {
        long second = Math.floorDiv(clock.epochMillis(), 1_000);
        ElectionNight night = ElectionNight.at(seed, second);
        ByteArrayOutputStream out = new ByteArrayOutputStream(EXPECTED_BYTES);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(json, Instant.ofEpochSecond(second), night);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Instant updated, ElectionNight night) throws IOException {
        json.writeStartObject();
        json.writeStringField("title", "Election night in Valdoria");
        json.writeStringField("note", "demo data, all invented");
        json.writeStringField("updated", updated.toString());
        json.writeNumberField("counted", night.countedPercent());
        json.writeNumberField("votes", night.votes());
        writeParties(json, night);
        writeDistricts(json, night.districts());
        json.writeEndObject();
    }

    private static void writeParties(JsonGenerator json, ElectionNight night) throws IOException {
        json.writeArrayFieldStart("parties");
        for (int party = 0; party < ElectionNight.PARTIES; party++) {
            json.writeStartObject();
            json.writeStringField("id", PARTY_IDS.get(party));
            json.writeStringField("name", PARTY_NAMES.get(party));
            json.writeNumberField("votes", night.votes(party));
            json.writeNumberField("percent", night.sharePermille(party) / 10.0);
            json.writeNumberField("seats", night.seats(party));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeDistricts(JsonGenerator json, List<ElectionNight.District> districts) throws IOException {
        json.writeArrayFieldStart("districts");
        for (ElectionNight.District district : districts) {
            json.writeStartObject();
            json.writeStringField("name", district.name());
            json.writeNumberField("counted", district.countedPercent());
            json.writeFieldName("votes");
            json.writeArray(district.votes(), 0, district.votes().length);
            json.writeStringField("leader", PARTY_IDS.get(district.leader()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
