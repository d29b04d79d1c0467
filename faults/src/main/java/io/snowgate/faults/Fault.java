package io.snowgate.faults;

import java.io.IOException;
import java.util.Set;

/**
 * What is done to three gateways.
 *
 * @param name by which it is asked for
 * @param summary for whoever reads the help
 * @param rounds how often in a row unless told otherwise
 * @param needs without which it cannot be done
 * @param deed the doing
 */
record Fault(String name, String summary, int rounds, Set<Need> needs, Deed deed) {

    /** What not every machine has. */
    enum Need {
        NAMESPACE("root, unshare, ip, iptables and setpriv (apt install util-linux iproute2 iptables)"),
        FAKETIME("libfaketime (apt install faketime)"),
        COMPILER("cc (apt install gcc)");

        private final String what;

        Need(String what) {
            this.what = what;
        }

        String what() {
            return what;
        }
    }

    /** Prepares, opens the lab, breaks something, waits until all is well; as often as it is told. */
    interface Deed {
        void inflict(Lab lab, int rounds) throws IOException, InterruptedException, Failure;
    }
}
