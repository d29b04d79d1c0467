package io.snowgate.gateway.state;

import java.util.ArrayList;
import java.util.List;

/** Everything rendered for one document at one moment; its buffers are the document's, or go when it does not come to be. */
final class Rendering {

    private final Renderer renderer;
    private final long nowMillis;
    private final long ageSeconds;
    private final long timestamp;
    private final List<Representation> all = new ArrayList<>();

    /** @param timestamp of the oracle; 0 without one */
    Rendering(Renderer renderer, long nowMillis, long ageSeconds, long timestamp) {
        this.renderer = renderer;
        this.nowMillis = nowMillis;
        this.ageSeconds = ageSeconds;
        this.timestamp = timestamp;
    }

    Representation anew(Label label, byte[] body) {
        return keep(renderer.render(label, Renderer.exactly(body), nowMillis, ageSeconds, timestamp));
    }

    /** What {@code old} says, at this moment; the body is shared. */
    Representation again(Representation old) {
        return keep(renderer.render(old.label(), old.body().retain(), nowMillis, ageSeconds, timestamp));
    }

    List<Representation> again(List<Representation> old) {
        return old.stream().map(this::again).toList();
    }

    /** Adds what {@code label} stands on to {@code list}, unless something in that coding is there already. */
    void addNew(List<Representation> list, Label label, byte[] body) {
        if (list.stream().noneMatch(present -> present.coding() == label.coding())) {
            list.add(anew(label, body));
        }
    }

    List<Representation> all() {
        return all;
    }

    /** Lets go of what was rendered. */
    void abandon() {
        all.forEach(Representation::release);
    }

    private Representation keep(Representation rendered) {
        all.add(rendered);
        return rendered;
    }
}
