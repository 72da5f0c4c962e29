# A cache in front of http.origin, for any number of players that it can handle:
#
#     varnishd -a :80 -f varnish-edge.vcl -s malloc,2g
#
# Collapses simultaneous requests for the same URL into one, even before the response exists; all waiting requests are
# answered together with it. For TLS put hitch or nginx in front.
vcl 4.1;

backend origin {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    # The origin answers after three target durations at most.
    .first_byte_timeout = 90s;
    .between_bytes_timeout = 10s;
}

sub vcl_recv {
    if (req.method == "OPTIONS") {
        return (pass);
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (synth(405));
    }
    unset req.http.Cookie;
    # If the origin requires a token, only this cache should have it: set req.http.Authorization = "Bearer ...";
    unset req.http.Authorization;

    # Only the delivery directives in a query are significant. The rest is removed, so that it neither multiplies cache
    # entries nor reaches the origin.
    set req.http.X-Directives = "";
    if (req.url ~ "^[^?]*\.m3u8\?") {
        if (req.url ~ "[?&]_HLS_msn=[^&]") {
            set req.http.X-Directives = regsub(req.url, "^[^?]*\?(.*?&)?(_HLS_msn=[^&]+).*$", "\2&");
        }
        if (req.url ~ "[?&]_HLS_part=[^&]") {
            set req.http.X-Directives = req.http.X-Directives
                + regsub(req.url, "^[^?]*\?(.*?&)?(_HLS_part=[^&]+).*$", "\2&");
        }
        if (req.url ~ "[?&]_HLS_skip=[^&]") {
            set req.http.X-Directives = req.http.X-Directives
                + regsub(req.url, "^[^?]*\?(.*?&)?(_HLS_skip=[^&]+).*$", "\2&");
        }
    }
    set req.url = regsub(req.url, "\?.*$", "");
    if (req.http.X-Directives != "") {
        set req.url = req.url + "?" + req.http.X-Directives;
    }
    unset req.http.X-Directives;
    return (hash);
}

# The key does not include the host, because this machine may have several names.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    # A stale playlist is worse than an error; stale segments are valid while the origin is unreachable.
    set beresp.grace = 0s;
    if (bereq.url !~ "\.m3u8(\?|$)" && beresp.status == 200 && beresp.ttl > 0s) {
        set beresp.grace = 60s;
    }
    # Limits hit-for-miss to 0.5 s. By default, an uncacheable response, such as 503 for a playlist that was not
    # published in time, would disable request collapsing for two minutes.
    if (beresp.ttl <= 0s || beresp.http.Cache-Control ~ "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 500ms;
    }
    return (deliver);
}

sub vcl_deliver {
    set resp.http.X-Cache = "MISS";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    }
}
