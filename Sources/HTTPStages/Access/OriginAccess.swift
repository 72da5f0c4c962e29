/// Who may have what is served.
struct OriginAccess: Sendable {
    /// The origin of pages whose scripts may read answers; `*` for all, empty for none but our own.
    var pages = "*"
    /// What a request's Authorization has to bring; empty where anybody may ask.
    var token = ""

    /// The answer to a request that is not to be looked at any further; nil for all others.
    func answer(_ request: OriginRequest) -> OriginResponse? {
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
        guard !token.isEmpty, !isBearer(request.authorization) else { return nil }
        var response = OriginResponse.text(401, "a bearer token is needed", cache: .never)
        response.fields.append(("WWW-Authenticate", "Bearer"))
        return response
    }

    /// What every answer says beside its own.
    func addFields(to response: inout OriginResponse) {
        guard !pages.isEmpty else { return }
        response.fields.append(("Access-Control-Allow-Origin", pages))
        if pages != "*" { response.fields.append(("Vary", "Origin")) }
        response.fields.append(
            ("Access-Control-Expose-Headers", "Content-Length, Content-Range, Date, ETag"))
    }

    private func isBearer(_ field: String?) -> Bool {
        guard let field, field.prefix(7).lowercased() == "bearer " else { return false }
        // In the same time for every wrong token of a length.
        let (given, wanted) = (Array(field.dropFirst(7).utf8), Array(token.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
