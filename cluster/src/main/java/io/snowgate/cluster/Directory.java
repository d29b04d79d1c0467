package io.snowgate.cluster;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What every gateway may know of a group without asking for it by name. Immutable.
 *
 * @param isOpen whether the group hands out
 * @param addresses where clients reach members, by member id
 * @param keys newest first
 */
record Directory(boolean isOpen, Map<String, String> addresses, List<TicketKey> keys) {

    static final Directory EMPTY = new Directory(false, Map.of(), List.of());

    Directory {
        addresses = Map.copyOf(addresses);
        keys = List.copyOf(keys);
    }

    long newestGeneration() {
        return keys.isEmpty() ? 0 : keys.getFirst().generation();
    }

    byte[] toBytes() {
        return Octets.of(this::write);
    }

    /** What {@link #toBytes} wrote; an exception for anything else. */
    static Directory parse(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return read(in);
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeBoolean(isOpen);
        out.writeInt(addresses.size());
        for (Map.Entry<String, String> entry : new TreeMap<>(addresses).entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeUTF(entry.getValue());
        }
        out.writeInt(keys.size());
        for (TicketKey key : keys) {
            out.writeLong(key.generation());
            out.write(key.material());
        }
    }

    static Directory read(DataInputStream in) throws IOException {
        boolean isOpen = in.readBoolean();
        Map<String, String> addresses = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            addresses.put(in.readUTF(), in.readUTF());
        }
        List<TicketKey> keys = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            long generation = in.readLong();
            byte[] material = new byte[TicketKey.BYTES];
            in.readFully(material);
            keys.add(new TicketKey(generation, material));
        }
        return new Directory(isOpen, addresses, keys);
    }
}
