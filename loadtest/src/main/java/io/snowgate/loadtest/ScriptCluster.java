package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A directory of {@code loadtest/peers} with the scripts {@code prepare} and {@code node}. */
record ScriptCluster(ScriptPeer scripts) implements ClusterPeer {

    static final String SCRIPT = "node";

    @Override
    public String name() {
        return scripts.name();
    }

    @Override
    public String prepare() throws IOException, InterruptedException, Failure {
        return scripts.prepare();
    }

    @Override
    public List<String> command(Node node, List<Node> all) {
        return List.of(scripts.scripts().resolve(SCRIPT).toString());
    }

    @Override
    public Map<String, String> environment(Node node) throws IOException {
        Map<String, String> environment = new HashMap<>(scripts.environment(node.httpsPort(), node.httpPort()));
        Path work = scripts.scratch().file(name() + "-" + node.httpPort());
        environment.put("WORK", Files.createDirectories(work).toString());
        environment.put("NODE", Integer.toString(node.id()));
        return environment;
    }
}
