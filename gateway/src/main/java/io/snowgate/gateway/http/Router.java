package io.snowgate.gateway.http;

import static io.netty.handler.codec.http.HttpResponseStatus.NO_CONTENT;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http.HttpMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a request to its answer: finds the endpoint, answers OPTIONS and preflights itself, and turns whatever goes
 * wrong into a {@link HttpFailure}. Nothing thrown by an endpoint gets past here. Counts every answer, one that comes
 * later when it comes.
 *
 * <p>Immutable once built; called by all event loops at the same time; one hash look-up a request.
 */
public final class Router {

    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final String ANY = "*/";
    private static final Set<HttpMethod> KNOWN_METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.OPTIONS,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.valueOf("QUERY"),
            HttpMethod.DELETE,
            HttpMethod.TRACE,
            HttpMethod.CONNECT);

    private final Map<String, Route> routes;
    private final Map<String, Route> families;
    private final Route nowhere;
    private final CorsPolicy cors;
    private final boolean last;

    private Router(
            Map<String, Route> routes, Map<String, Route> families, Route nowhere, CorsPolicy cors, boolean last) {
        this.routes = routes;
        this.families = families;
        this.nowhere = nowhere;
        this.cors = cors;
        this.last = last;
    }

    /**
     * A router for connections past the limit: whatever is asked is answered by {@code refusal}, and each connection ends
     * with its first answer.
     */
    public static Router refusing(CorsPolicy cors, MeterRegistry registry, Endpoint refusal) {
        return new Router(Map.of(), Map.of(), new Route("refusal", refusal, Methods.READ, registry), cors, true);
    }

    /** Starts a router whose answers are counted in {@code registry}. */
    public static Builder builder(CorsPolicy cors, MeterRegistry registry) {
        return new Builder(cors, registry);
    }

    /** Which origins may read the answers. */
    public CorsPolicy cors() {
        return cors;
    }

    /** Whether a connection ends with its first answer. */
    boolean isLast() {
        return last;
    }

    /** The answer to a well-formed request. Never throws. */
    Response route(Request request) {
        Route route = find(request.path());
        Response response;
        try {
            response = answer(route, request);
        } catch (RuntimeException bug) {
            LOG.error("{} failed at {} {}", route.endpointName(), request.method(), request.path(), bug);
            response = HttpFailure.UNEXPECTED.response();
        }
        Awaited<?> awaited = response.awaited();
        if (awaited == null) {
            route.count(response.status());
        } else {
            awaited.countedBy(route);
        }
        return response;
    }

    private Route find(String path) {
        Route exact = routes.get(path);
        return exact != null ? exact : findFamily(path);
    }

    private Route findFamily(String path) {
        String parent = parent(path);
        Route family = families.get(parent);
        return family != null ? family : families.getOrDefault(leaf(path, parent.length()), nowhere);
    }

    /** {@code /a/b/} of {@code /a/b/c}; the path itself when it ends there, which is no member of a family. */
    private static String parent(String path) {
        int end = path.lastIndexOf('/') + 1;
        return end == path.length() ? "" : path.substring(0, end);
    }

    /** {@code /a/.../c} with a star in the middle, of {@code /a/b/c}, whose parent ends at {@code parentEnd}; empty where there is no such. */
    private static String leaf(String path, int parentEnd) {
        int end = path.lastIndexOf('/', parentEnd - 2) + 1;
        return end < 1 || end == parentEnd - 1 ? "" : path.substring(0, end) + ANY + path.substring(parentEnd);
    }

    /** The answer to what did not become a request. */
    Response refuse(HttpFailure failure) {
        nowhere.count(failure.status());
        return failure.response();
    }

    private Response answer(Route route, Request request) {
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.OPTIONS)) {
            return options(route, request);
        }
        if (!KNOWN_METHODS.contains(method)) {
            return HttpFailure.UNKNOWN_METHOD.because("this server knows only GET, HEAD and OPTIONS: " + method);
        }
        if (route == nowhere) {
            return route.respond(request);
        }
        if (!route.methods().has(method)) {
            return route.methods().refuse(method);
        }
        return route.respond(request);
    }

    private Response options(Route route, Request request) {
        if (request.header(Names.ACCESS_CONTROL_REQUEST_METHOD) != null && request.header(Names.ORIGIN) != null) {
            return cors.allows(request)
                    ? Response.empty(NO_CONTENT, cors.preflightFields(route.methods()))
                    : HttpFailure.ORIGIN_REFUSED.response();
        }
        if (route == nowhere && !request.path().equals("*")) {
            return route.respond(request);
        }
        return Response.empty(NO_CONTENT, route.methods().allow());
    }

    /** Collects routes. */
    public static final class Builder {

        private final CorsPolicy cors;
        private final MeterRegistry registry;
        private final Map<String, Route> routes = new LinkedHashMap<>();
        private final Map<String, Route> families = new LinkedHashMap<>();

        private Builder(CorsPolicy cors, MeterRegistry registry) {
            this.cors = cors;
            this.registry = registry;
        }

        /** Serves {@code endpoint} at exactly {@code path}; {@code name} is its label in metrics and logs. */
        public Builder serve(String path, String name, Endpoint endpoint) {
            routes.put(path, new Route(name, endpoint, Methods.READ, registry));
            return this;
        }

        /** Serves {@code endpoint} at every path of one more segment behind {@code parent}, which ends in a slash. */
        public Builder serveBelow(String parent, String name, Endpoint endpoint) {
            return serveBelow(parent, name, Methods.READ, endpoint);
        }

        /** The same for other methods. */
        public Builder serveBelow(String parent, String name, Methods methods, Endpoint endpoint) {
            families.put(parent, new Route(name, endpoint, methods, registry));
            return this;
        }

        /** Serves {@code endpoint} at {@code leaf} below every path of one more segment behind {@code parent}. */
        public Builder serveLeaf(String parent, String leaf, String name, Endpoint endpoint) {
            families.put(parent + ANY + leaf, new Route(name, endpoint, Methods.READ, registry));
            return this;
        }

        public Router build() {
            Route nowhere = new Route("none", Builder::nothingHere, Methods.READ, registry);
            return new Router(Map.copyOf(routes), Map.copyOf(families), nowhere, cors, false);
        }

        private static Response nothingHere(Request request) {
            return HttpFailure.NO_SUCH_PATH.because("nothing is served at " + request.path());
        }
    }
}
