package io.snowgate.gateway;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What tells this machine apart from its neighbours, asked only when a worker id is to be taken from it.
 *
 * @param environment the variables of the process
 * @param hostName as the machine calls itself, with or without its domain; empty when it does not know
 * @param addresses site-local IPv4 addresses of interfaces that are up
 */
record ThisMachine(Map<String, String> environment, Supplier<String> hostName, Supplier<List<InetAddress>> addresses) {

    private static final String HOSTNAME = "HOSTNAME";

    static ThisMachine of(Map<String, String> environment) {
        return new ThisMachine(environment, () -> hostName(environment), ThisMachine::siteLocalAddresses);
    }

    private static String hostName(Map<String, String> environment) {
        String told = environment.getOrDefault(HOSTNAME, "");
        try {
            return told.isEmpty() ? InetAddress.getLocalHost().getHostName() : told;
        } catch (IOException unknown) {
            return "";
        }
    }

    private static List<InetAddress> siteLocalAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(ThisMachine::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && address.isSiteLocalAddress())
                    .toList();
        } catch (IOException unknown) {
            return List.of();
        }
    }

    private static boolean isUp(NetworkInterface device) {
        try {
            return device.isUp();
        } catch (IOException gone) {
            return false;
        }
    }
}
