package io.snowgate.gateway.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A source written as {@code scheme://[user[:password]@]host[:port][,host[:port]...][/path][?name=value&...]}, taken apart
 * and not yet decoded. More lenient than RFC 3986 in one thing: a query in JSON need not be percent-encoded, but for
 * {@code & # %}.
 *
 * @param userInfo null when there is none
 * @param hosts at least one
 * @param path behind the slash; null when there is no slash
 */
record SourceUrl(
        String scheme,
        @Nullable String userInfo,
        List<Host> hosts,
        @Nullable String path,
        List<Parameter> parameters) {

    /** @param port 0 when none is given */
    record Host(String name, int port) {

        Host withDefaultPort(int usual) {
            return port == 0 ? new Host(name, usual) : this;
        }

        @Override
        public String toString() {
            String shown = name.indexOf(':') >= 0 ? "[" + name + "]" : name;
            return port == 0 ? shown : shown + ":" + port;
        }
    }

    /** One of {@code name=value} behind the question mark, the value not decoded; empty without an equals sign. */
    record Parameter(String name, String rawValue) {

        @Override
        public String toString() {
            return rawValue.isEmpty() ? name : name + "=" + rawValue;
        }
    }

    private static final Pattern URL =
            Pattern.compile("([a-z+-]+)://(?:([^@/?#]*)@)?([^@/?#]+)(?:/([^?#]*))?(?:\\?([^#]*))?");
    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");
    private static final int MAX_PORT = 65_535;

    /** @throws SpecFailure with what is allowed */
    static SourceUrl parse(String spec, String form) {
        Matcher url = URL.matcher(spec);
        if (!url.matches()) {
            throw new SpecFailure(form + ", with @ / ? # in names and passwords percent-encoded");
        }
        List<Host> hosts = new ArrayList<>();
        for (String host : url.group(3).split(",", -1)) {
            hosts.add(host(host, form));
        }
        return new SourceUrl(url.group(1), url.group(2), List.copyOf(hosts), url.group(4), parameters(url.group(5)));
    }

    private static Host host(String text, String form) {
        Matcher host = HOST.matcher(text);
        if (!host.matches()) {
            throw new SpecFailure(form + ", with a host name or an IP address (IPv6 in brackets) as HOST");
        }
        int port = host.group(2) == null ? 0 : Integer.parseInt(host.group(2));
        if (host.group(2) != null && (port < 1 || port > MAX_PORT)) {
            throw new SpecFailure(form + ", with a port of 1.." + MAX_PORT);
        }
        String name = host.group(1);
        return new Host(name.startsWith("[") ? name.substring(1, name.length() - 1) : name, port);
    }

    private static List<Parameter> parameters(@Nullable String query) {
        List<Parameter> parameters = new ArrayList<>();
        for (String part : query == null ? new String[0] : query.split("&", -1)) {
            int equals = part.indexOf('=');
            if (!part.isEmpty()) {
                parameters.add(
                        equals < 0
                                ? new Parameter(part, "")
                                : new Parameter(part.substring(0, equals), part.substring(equals + 1)));
            }
        }
        return List.copyOf(parameters);
    }

    /** The decoded value of {@code name}; null when there is none. */
    @Nullable
    String option(String name) {
        List<Parameter> found =
                parameters.stream().filter(each -> each.name().equals(name)).toList();
        if (found.size() > 1) {
            throw new SpecFailure("a URL with " + name + " once");
        }
        return found.isEmpty() ? null : decode(found.getFirst().rawValue());
    }

    /** @throws SpecFailure when there is a parameter of another name */
    void requireOnly(Set<String> names, String form) {
        Predicate<Parameter> known = each -> names.contains(each.name());
        parameters.stream().filter(known.negate()).findFirst().ifPresent(other -> {
            throw new SpecFailure(form + ", with no other parameter than "
                    + String.join(", ", names.stream().sorted().toList()) + " (not " + other.name() + ")");
        });
    }

    /** The decoded user name; null without one, or with a password alone. */
    @Nullable
    String user() {
        String given = userInfo == null ? "" : userInfo.replaceFirst(":.*", "");
        return given.isEmpty() ? null : decode(given);
    }

    /** The decoded password; null when there is none. */
    @Nullable
    String password() {
        int colon = userInfo == null ? -1 : userInfo.indexOf(':');
        return colon < 0 ? null : decode(Objects.requireNonNull(userInfo).substring(colon + 1));
    }

    /** Without user and password, and without parameters, which may hold secrets too. */
    @Override
    public String toString() {
        return scheme + "://" + shownHosts() + (path == null ? "" : "/" + path);
    }

    /** The hosts as they were given. */
    String shownHosts() {
        return String.join(",", hosts.stream().map(Host::toString).toList());
    }

    /** Percent-encoding undone; a plus stays a plus. */
    static String decode(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        byte[] in = raw.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '%') {
                octets.write(octet(in, i + 1) << 4 | octet(in, i + 2));
                i += 2;
            } else {
                octets.write(in[i]);
            }
        }
        return utf8(octets.toByteArray());
    }

    private static int octet(byte[] in, int at) {
        int digit = at < in.length ? Character.digit(in[at], 16) : -1;
        if (digit < 0) {
            throw new SpecFailure("a URL in which each % is followed by two hexadecimal digits");
        }
        return digit;
    }

    private static String utf8(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new SpecFailure("a URL whose percent-encoded octets are UTF-8");
        }
    }
}
