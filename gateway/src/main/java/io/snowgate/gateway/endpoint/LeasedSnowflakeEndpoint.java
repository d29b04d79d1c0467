package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/snowflake} where the worker id is leased: hands on to the endpoint of the lease there is, and refuses
 * while there is none. One thread says which; all event loops read it, one field for each request.
 */
public final class LeasedSnowflakeEndpoint implements Endpoint {

    private static final int RETRY_AFTER_SECONDS = 1;

    private final IdStatus status;
    private volatile @Nullable SnowflakeEndpoint current;

    /** @param status has the reason while there is no lease */
    public LeasedSnowflakeEndpoint(IdStatus status) {
        this.status = status;
    }

    /** From now on, or none. */
    public void use(@Nullable SnowflakeEndpoint endpoint) {
        current = endpoint;
    }

    @Override
    public Response respond(Request request) {
        SnowflakeEndpoint endpoint = current;
        return endpoint == null
                ? HttpFailure.unavailable("there are no IDs now: " + status.obstacle(), RETRY_AFTER_SECONDS)
                : endpoint.respond(request);
    }
}
