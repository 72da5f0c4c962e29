/// Who may have what is served.
struct OriginAccess: Sendable {
    /// The origin of pages whose scripts may read answers; `*` for all, empty for none but our own.
    var pages = "*"
    /// What a request's Authorization has to bring; empty where none does.
    var token = ""
    /// What addresses are signed with; nil where they are not.
    var signing: SigningKey?

    /// The answer to a request that is not to be looked at any further; nil for all others.
    ///
    /// Takes the signature off the path of a request that has one. Where there are a token and a key, either will do.
    func answer(_ request: inout OriginRequest, at now: OriginTime) -> OriginResponse? {
        if request.method == .options {
            // Not 204, after which libsoup 3.2 closes the connection.
            return OriginResponse(
                200,
                [
                    ("Allow", "GET, HEAD, OPTIONS"), ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
                    ("Access-Control-Allow-Headers", "Authorization, Range, If-None-Match, If-Range"),
                    ("Access-Control-Max-Age", "86400"), ("Cache-Control", "no-store"),
                ])
        }
        let signed = signing == nil ? nil : SignedPath(request.path)
        if let signed { request.path = String(signed.path) }
        guard !token.isEmpty || signing != nil, !isBearer(request.authorization) else { return nil }
        // A player is no secret, and the page names it without a signature.
        if signing != nil, request.path == "/\(OriginPage.scriptName)" { return nil }
        guard let signing, let signed else {
            return token.isEmpty ? forbidden("a signed address is needed") : unauthorized
        }
        guard let name = signed.name, signing.verifies(signed.signature, for: name, until: signed.expiry) else {
            return forbidden("the signature does not fit the address")
        }
        guard signed.expiry > now.date else { return forbidden("the address has expired") }
        request.expiry = signed.expiry
        return nil
    }

    private var unauthorized: OriginResponse {
        var response = OriginResponse.text(401, "a bearer token is needed", cache: .never)
        response.fields.append(("WWW-Authenticate", "Bearer"))
        return response
    }

    private func forbidden(_ why: String) -> OriginResponse { .text(403, why, cache: .never) }

    /// What every answer says beside its own.
    func addFields(to response: inout OriginResponse) {
        guard !pages.isEmpty else { return }
        response.fields.append(("Access-Control-Allow-Origin", pages))
        if pages != "*" { response.fields.append(("Vary", "Origin")) }
        response.fields.append(
            ("Access-Control-Expose-Headers", "Content-Length, Content-Range, Date, ETag"))
    }

    private func isBearer(_ field: String?) -> Bool {
        guard let field, field.prefix(7).lowercased() == "bearer ", !token.isEmpty else { return false }
        return isSameSecret(String(field.dropFirst(7)), token)
    }
}
