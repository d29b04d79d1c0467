package io.snowgate.gateway.endpoint;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether IDs can be had, and for how long this layout lasts. Logs once that the clock went back, at the first request
 * that is refused for it or when somebody {@linkplain #look looks}, and once that it has caught up, when somebody looks.
 * Any thread; costs nothing where IDs are issued.
 */
public final class IdStatus {

    /** From here on the end of the layout is worth a warning: moving to another one takes time. */
    static final Duration NEAR_END = Duration.ofDays(2 * 365);

    private static final Logger LOG = LoggerFactory.getLogger(IdStatus.class);
    private static final double MILLIS_PER_SECOND = 1_000;

    private final SnowflakeLayout layout;
    private final EpochClock clock;
    private final String unreserved;
    private final AtomicBoolean isBehind = new AtomicBoolean();
    private volatile @Nullable SnowflakeGenerator generator;
    private volatile String without = "no worker id has been taken";

    /** For one generator, which reserves its IDs on disk. */
    public IdStatus(SnowflakeGenerator generator, EpochClock clock) {
        this(generator.layout(), clock, "no IDs are reserved on disk");
        issueBy(generator);
    }

    /**
     * For generators that come and go with their leases.
     *
     * @param unreserved what is said when the bound of the generator has fallen
     */
    public IdStatus(SnowflakeLayout layout, EpochClock clock, String unreserved) {
        this.layout = layout;
        this.clock = clock;
        this.unreserved = unreserved;
    }

    /** There are IDs of this generator from now on. */
    public void issueBy(SnowflakeGenerator newGenerator) {
        generator = newGenerator;
    }

    /** There is no generator from now on, and this is why. */
    public void without(String why) {
        without = why;
        generator = null;
    }

    /** Why there are no IDs now, in one line for anybody, or null when there are. */
    public @Nullable String obstacle() {
        SnowflakeGenerator issuing = generator;
        if (issuing == null) {
            return without;
        }
        if (issuing.mayIssue()) {
            return null;
        }
        if (isOutOfRange()) {
            return "the clock is outside of the time that IDs can hold";
        }
        double behind = secondsBehind();
        return behind > 0 ? "the clock is " + behind + " s behind the last IDs" : unreserved;
    }

    /** What the operator should know although there are IDs, in one line, or null. */
    public @Nullable String warning() {
        return secondsLeft() >= NEAR_END.toSeconds()
                ? null
                : "the time of this layout of IDs is over on " + layout.lastInstant();
    }

    /** How long the layout lasts from now on. */
    public long secondsLeft() {
        return layout.secondsLeft(clock);
    }

    /** How long until the clock has caught up with the IDs that were issued; 0 when it has. */
    public double secondsBehind() {
        SnowflakeGenerator issuing = generator;
        return issuing == null || issuing.mayIssue() || isOutOfRange() ? 0 : issuing.millisUntil(1) / MILLIS_PER_SECOND;
    }

    /** Logs what has changed. Meant for a thread that comes by several times a second. */
    public void look() {
        if (secondsBehind() > 0) {
            sayBehind();
        } else if (isBehind.compareAndSet(true, false)) {
            LOG.info("the clock has caught up with the last IDs: they are issued again");
        }
    }

    /** A request was refused because the clock is behind. */
    void sayBehind() {
        if (!isBehind.get() && isBehind.compareAndSet(false, true)) {
            LOG.warn(
                    "the clock went back by more than is tolerated: no IDs for {} s, unless it is set right before",
                    secondsBehind());
        }
    }

    private boolean isOutOfRange() {
        long now = clock.epochMillis();
        return now < layout.epochMillis() || now > layout.lastInstant().toEpochMilli();
    }
}
