package io.snowgate.faults;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** All operations of one fault, written down by many clients at once and read when they have ended. */
final class History {

    private static final String REMARK = "#";

    private final ConcurrentLinkedQueue<Operation> operations = new ConcurrentLinkedQueue<>();

    void add(Operation operation) {
        operations.add(operation);
    }

    List<Operation> operations() {
        return new ArrayList<>(operations);
    }

    void write(Path file) throws IOException {
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.US_ASCII))) {
            for (Operation operation : operations) {
                out.write(operation.toLine());
                out.newLine();
            }
        }
    }

    /** What {@link #write} wrote, or the same as plain text; lines that begin with {@value #REMARK} are remarks. */
    static History read(Path file) throws IOException {
        History history = new History();
        try (InputStream octets = Files.newInputStream(file);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(unzipped(file, octets), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.startsWith(REMARK)) {
                    history.add(Operation.parse(line));
                }
            }
        }
        return history;
    }

    private static InputStream unzipped(Path file, InputStream octets) throws IOException {
        return file.toString().endsWith(".gz") ? new GZIPInputStream(octets) : octets;
    }
}
