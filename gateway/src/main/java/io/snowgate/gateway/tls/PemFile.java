package io.snowgate.gateway.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file of PEM blocks (<a href="https://www.rfc-editor.org/rfc/rfc7468">RFC 7468</a>), text between them skipped, and
 * the option that named it, so that each refusal can say which.
 */
record PemFile(String option, Path path, List<Block> blocks) {

    private static final int MAX_BYTES = 1 << 20;

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s(.*?)-----END \\1-----", Pattern.DOTALL);

    /** One block: what it says it is, and its text. */
    record Block(String label, String text) {

        /** @throws IllegalArgumentException when the text is not Base64 */
        byte[] der() {
            return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        }
    }

    static PemFile read(String option, Path path) throws TlsFailure {
        String content = readText(option, path);
        List<Block> blocks =
                BLOCK.matcher(content).results().map(PemFile::block).toList();
        PemFile file = new PemFile(option, path, blocks);
        if (blocks.isEmpty()) {
            throw file.failure("is not PEM: no block from '-----BEGIN …-----' to '-----END …-----'");
        }
        return file;
    }

    /** The text of a small regular file, one way or another: ISO 8859-1 has a character for every octet. */
    static String readText(String option, Path path) throws TlsFailure {
        byte[] content = readBytes(option, path);
        try {
            return new String(content, StandardCharsets.ISO_8859_1);
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }

    private static byte[] readBytes(String option, Path path) throws TlsFailure {
        try {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw failure(option, path, "is not a regular file");
            }
            long size = Files.size(path);
            if (size == 0 || size > MAX_BYTES) {
                throw failure(option, path, size == 0 ? "is empty" : "is larger than a mebibyte");
            }
            return Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            throw failure(option, path, "there is no such file");
        } catch (AccessDeniedException e) {
            throw failure(option, path, "may not be read by user " + System.getProperty("user.name"));
        } catch (IOException e) {
            throw failure(option, path, "cannot be read: " + e.getMessage());
        }
    }

    /** The labels that stand in it, for a refusal. */
    String labels() {
        return blocks.stream().map(Block::label).distinct().collect(Collectors.joining(", "));
    }

    TlsFailure failure(String wrong) {
        return failure(option, path, wrong);
    }

    static TlsFailure failure(String option, Path path, String wrong) {
        return new TlsFailure(option + " " + path + ": " + wrong);
    }

    private static Block block(MatchResult match) {
        return new Block(match.group(1), match.group(2));
    }
}
