package io.snowgate.cluster;

import org.jspecify.annotations.Nullable;

/**
 * One gateway that votes.
 *
 * @param id 1 to 32 of {@code a-z0-9-}
 * @param peerAddress where the other members reach it, {@code host:port}
 * @param publicAddress where clients reach it, such as {@code https://a.example:8443}; null while it has not said so
 */
public record Member(
        String id, String peerAddress, @Nullable String publicAddress) {

    /** Refuses what is no id or no address, with a message for whoever configured it. */
    public Member {
        checkId(id);
        if (!peerAddress.matches("(\\[[0-9A-Fa-f:.]+\\]|[^:\\s/\\[\\]]+):[0-9]{1,5}")
                || Integer.parseInt(peerAddress.substring(peerAddress.lastIndexOf(':') + 1)) > 65_535) {
            throw new IllegalArgumentException("the address of member " + id + " must be host:port: " + peerAddress);
        }
    }

    /**
     * The id, if it can be one.
     *
     * @throws IllegalArgumentException with a message for whoever wrote it
     */
    public static String checkId(String id) {
        if (!id.matches("[a-z0-9-]{1,32}")) {
            throw new IllegalArgumentException("a member id must be 1..32 of a-z, 0-9 and '-': " + id);
        }
        return id;
    }

    /** A member that has not said where clients reach it. */
    public Member(String id, String peerAddress) {
        this(id, peerAddress, null);
    }

    /** Reads {@code id=host:port}. */
    public static Member parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("a member must be id=host:port: " + text);
        }
        return new Member(text.substring(0, equals), text.substring(equals + 1));
    }
}
