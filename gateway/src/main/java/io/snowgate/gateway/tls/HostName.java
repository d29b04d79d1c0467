package io.snowgate.gateway.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** What this machine calls itself, when a certificate can say it. */
final class HostName {

    /** Linux says it here, without asking a name server that may not answer. */
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private static final Pattern DNS_NAME = Pattern.compile(
            "(?!localhost$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");

    private HostName() {}

    static Optional<String> ofThisMachine() {
        return fromKernel().or(HostName::fromNetwork).filter(HostName::isDnsName);
    }

    static boolean isDnsName(String name) {
        return name.length() <= 253 && DNS_NAME.matcher(name).matches();
    }

    private static Optional<String> fromKernel() {
        try {
            return Files.exists(KERNEL) ? Optional.of(Files.readString(KERNEL).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> fromNetwork() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
