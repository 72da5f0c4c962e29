package import Media

/// Access control for a server: CORS, the bearer token and signed URLs.
package struct AccessPolicy: Sendable {
    /// The web origin whose scripts may read responses (`Access-Control-Allow-Origin`); `*` allows all, an empty string
    /// only pages that this server serves.
    package var pages = "*"
    /// The bearer token that a request must present; empty if none is required.
    package var token = ""
    /// The key that verifies signed URLs; nil if URLs are not signed.
    package var signing: SigningKey?
    /// The paths that need no signature, such as that of a player script, to which signed pages refer.
    package var publicPaths: Set<String> = []
    /// Whether a path accepts POST requests, which preflight requests ask for.
    package var acceptsPost: @Sendable (_ path: String) -> Bool = { _ in false }

    package init(pages: String = "*", token: String = "", signing: SigningKey? = nil) {
        self.pages = pages
        self.token = token
        self.signing = signing
    }

    /// Returns the response to a request that needs no resource: OPTIONS, or a request that is denied (401 or 403).
    /// Returns nil if the request may be served.
    ///
    /// Removes the signature from the request's path. If both a token and a signing key are configured, a request needs
    /// only one of them.
    package func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse? {
        let signed = signing == nil ? nil : SignedPath(request.path)
        if let signed { request.path = String(signed.path) }
        if request.method == .options {
            let methods = acceptsPost(request.path) ? "POST, OPTIONS" : "GET, HEAD, OPTIONS"
            // Status 200, because libsoup 3.2 closes the connection after 204.
            return HTTPResponse(
                200,
                [
                    ("Allow", methods), ("Access-Control-Allow-Methods", methods),
                    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Range, If-None-Match, If-Range"),
                    ("Access-Control-Max-Age", "86400"), ("Cache-Control", "no-store"),
                ])
        }
        guard !token.isEmpty || signing != nil, token.isEmpty || !request.hasBearerToken(token) else { return nil }
        if signing != nil, publicPaths.contains(request.path) { return nil }
        guard let signing, let signed else {
            return token.isEmpty ? forbidden("a signed URL is required") : unauthorized
        }
        guard signed.names.contains(where: { signing.verifies(signed.signature, for: $0, until: signed.expiry) }) else {
            return forbidden("the signature is not valid for this URL")
        }
        guard signed.expiry > now.wall.seconds else { return forbidden("the URL has expired") }
        request.expiry = signed.expiry
        return nil
    }

    private var unauthorized: HTTPResponse {
        var response = HTTPResponse.text(401, "a bearer token is required", cache: .never)
        response.fields.append(("WWW-Authenticate", "Bearer"))
        return response
    }

    private func forbidden(_ why: String) -> HTTPResponse { .text(403, why, cache: .never) }

    /// Adds the CORS fields that every response carries.
    package func addFields(to response: inout HTTPResponse) { response.fields += commonFields }

    /// The fields that every response carries.
    package var commonFields: [(name: String, value: String)] {
        guard !pages.isEmpty else { return [] }
        var fields: [(name: String, value: String)] = [("Access-Control-Allow-Origin", pages)]
        if pages != "*" { fields.append(("Vary", "Origin")) }
        fields.append(("Access-Control-Expose-Headers", "Content-Length, Content-Range, Date, ETag"))
        return fields
    }
}
