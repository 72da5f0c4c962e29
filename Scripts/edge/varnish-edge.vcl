# A cache in front of http.origin, for as many players as it has room for:
#
#     varnishd -a :80 -f varnish-edge.vcl -s malloc,2g
#
# Requests for the same thing are one request to the origin, also while it is still being made; all who wait are
# answered as soon as that one is. For TLS put hitch or nginx in front.
vcl 4.1;

backend origin {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    # The origin answers after three target durations at the latest.
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
    # Where the origin wants a token, this is the only one who has it: set req.http.Authorization = "Bearer ...";
    unset req.http.Authorization;

    # Of a query only the delivery directives mean something. Whatever else stands there is left out, so that it makes
    # no answers of its own and nobody gets at the origin by it.
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

# By whatever name this machine is called.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    # An old playlist is worse than none; what does not change is as good when the origin is away.
    set beresp.grace = 0s;
    if (bereq.url !~ "\.m3u8(\?|$)" && beresp.status == 200 && beresp.ttl > 0s) {
        set beresp.grace = 60s;
    }
    # What may not be kept, as that a playlist has not come so far, would otherwise be asked for by each client for two
    # minutes.
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
