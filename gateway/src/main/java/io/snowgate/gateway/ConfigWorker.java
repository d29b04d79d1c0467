package io.snowgate.gateway;

import io.snowgate.generator.SnowflakeLayout;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The worker id: told, leased from the cluster, or taken from this machine; below the datacenter id when there is one. */
final class ConfigWorker {

    private static final String AUTO = "auto";
    private static final String POD_INDEX = "POD_INDEX";
    private static final String POD_IP = "POD_IP";
    private static final Pattern ORDINAL = Pattern.compile("[0-9]{1,9}");
    private static final Pattern HYPHEN_AND_DIGITS = Pattern.compile("-([0-9]{1,9})$");
    private static final Pattern DIGITS = Pattern.compile("(?<![0-9])([0-9]{1,9})$");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final String SOURCE_KEY = "worker-id-from";

    private final ConfigReader reader;
    private final ThisMachine machine;

    ConfigWorker(ConfigReader reader, ThisMachine machine) {
        this.reader = reader;
        this.machine = machine;
    }

    /** The whole node field. */
    int workerId(SnowflakeLayout layout) throws ConfigFailure {
        OptionalInt datacenter = datacenterId(layout);
        if (reader.text("worker-id").equals(AUTO)) {
            return leased(datacenter);
        }
        WorkerIdFrom source = reader.choice(SOURCE_KEY, WorkerIdFrom.class);
        int max = datacenter.isPresent() ? layout.maxWorker() : layout.maxWorkerId();
        int worker = source == WorkerIdFrom.NONE ? told(max, datacenter.isPresent()) : taken(source, max);
        return datacenter.isPresent() ? layout.workerId(datacenter.getAsInt(), worker) : worker;
    }

    private int leased(OptionalInt datacenter) throws ConfigFailure {
        String beside = " beside worker-id " + AUTO + " (from " + reader.place("worker-id") + ")";
        String source = reader.text(SOURCE_KEY);
        String start = reader.text("cluster.start");
        reader.require("datacenter-id", datacenter.isEmpty(), datacenter, "unset" + beside);
        reader.require(SOURCE_KEY, source.equals("none"), source, "none" + beside);
        reader.require("cluster.start", !start.equals("off"), start, "auto or on" + beside);
        return GatewayConfig.Snowflake.LEASED;
    }

    private OptionalInt datacenterId(SnowflakeLayout layout) throws ConfigFailure {
        if (reader.text("datacenter-id").equals("unset")) {
            return OptionalInt.empty();
        }
        if (layout.datacenterBits() == 0) {
            throw reader.refusalOf("datacenter id", "datacenter-id", "unset in a layout without datacenters");
        }
        int max = layout.maxDatacenter();
        return OptionalInt.of(within("datacenter id", "datacenter-id", max, "unset or 0.." + max));
    }

    private int told(int max, boolean hasDatacenter) throws ConfigFailure {
        return within(
                "worker id",
                "worker-id",
                max,
                (hasDatacenter ? "" : "auto or ") + "0.." + max + (hasDatacenter ? " beside a datacenter id" : ""));
    }

    private int within(String subject, String key, int max, String allowed) throws ConfigFailure {
        return reader.whole(key, 0, max)
                .orElseThrow(() -> reader.refusalOf(subject, key, allowed))
                .intValue();
    }

    private int taken(WorkerIdFrom source, int max) throws ConfigFailure {
        if (!reader.isDefault("worker-id")) {
            throw reader.refusal(SOURCE_KEY, "none beside a worker id (from " + reader.place("worker-id") + ")");
        }
        return switch (source) {
            case NONE -> throw new IllegalStateException("told");
            case POD_ORDINAL -> podOrdinal(max);
            case HOSTNAME_SUFFIX -> fromHostName(DIGITS, "a host name that ends in digits", max);
            case IP -> lowBits(address(), max);
        };
    }

    private int podOrdinal(int max) throws ConfigFailure {
        String index = machine.environment().getOrDefault(POD_INDEX, "");
        if (index.isEmpty()) {
            return fromHostName(
                    HYPHEN_AND_DIGITS,
                    "the variable POD_INDEX, or a host name that ends in -N as of a StatefulSet",
                    max);
        }
        if (!ORDINAL.matcher(index).matches()) {
            throw failure("needs a number in the variable POD_INDEX: " + index);
        }
        return fitting(index, max, "the variable POD_INDEX");
    }

    private int fromHostName(Pattern suffix, String needed, int max) throws ConfigFailure {
        String name = machine.hostName().get().split("\\.", 2)[0];
        Matcher matcher = suffix.matcher(name);
        if (!matcher.find()) {
            throw failure("needs " + needed + ": " + (name.isEmpty() ? "\"\"" : name));
        }
        return fitting(matcher.group(1), max, "host name " + name);
    }

    private int fitting(String digits, int max, String where) throws ConfigFailure {
        int found = Integer.parseInt(digits);
        if (found > max) {
            throw failure("must find 0.." + max + ": " + found + " in " + where);
        }
        return found;
    }

    private String address() throws ConfigFailure {
        String told = machine.environment().getOrDefault(POD_IP, "");
        if (!told.isEmpty()) {
            if (!ADDRESS.matcher(told).matches()) {
                throw failure("needs an IPv4 address in the variable POD_IP: " + told);
            }
            return told;
        }
        List<InetAddress> addresses = machine.addresses().get();
        if (addresses.size() != 1) {
            throw failure("needs exactly one site-local IPv4 address, or the variable POD_IP: "
                    + addresses.stream().map(InetAddress::getHostAddress).toList());
        }
        return addresses.getFirst().getHostAddress();
    }

    /** The highest worker id is all ones, and so is a mask. */
    private int lowBits(String address, int mask) throws ConfigFailure {
        int bits = 0;
        for (String octet : address.split("\\.", -1)) {
            int value = Integer.parseInt(octet);
            if (value > 255) {
                throw failure("needs an IPv4 address: " + address);
            }
            bits = bits << Byte.SIZE | value;
        }
        return bits & mask;
    }

    private ConfigFailure failure(String what) {
        return new ConfigFailure("snowgate." + SOURCE_KEY + " = " + reader.text(SOURCE_KEY) + " " + what + " (from "
                + reader.place(SOURCE_KEY) + ")");
    }
}
