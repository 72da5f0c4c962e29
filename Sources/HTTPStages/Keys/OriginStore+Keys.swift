import ContentProtection
import HLS
import HTTPServer
import Media

// Keys of a presentation, for clients that may have its segments.
extension OriginStore {
    /// The response to a request for a key or a licence; nil for other resources.
    func keyResponse(_ request: HTTPRequest, _ key: ResourceKey) -> HTTPResponse? {
        // A rendition may have the name of the folder of keys.
        guard let path = KeyPath(key.path), let presentation = presentations[key.presentation],
            presentation.resources[key.path] == nil, presentation.keys.isDelivered
        else { return request.method == .post ? .text(404, "not found", cache: .never) : nil }
        switch path {
        case .key(let id):
            guard let key = presentation.keys[id] else { return .text(404, "no key with this KID", cache: .never) }
            return HTTPResponse(
                200, [("Content-Type", "application/octet-stream"), ("Cache-Control", CacheLifetime.never.field)],
                body: [key.bytes])
        case .licences: return licence(request, presentation.keys)
        }
    }

    private func licence(_ request: HTTPRequest, _ keys: PresentationKeys) -> HTTPResponse {
        guard request.method == .post else {
            var response = HTTPResponse.text(405, "only POST and OPTIONS are supported", cache: .never)
            response.fields.append(("Allow", "POST, OPTIONS"))
            return response
        }
        guard let asked = ClearKeyRequest(request.body) else {
            return .text(
                400, "a licence request is required: {\"kids\": [\"KID in base64url\"], \"type\": \"temporary\"}",
                cache: .never)
        }
        let found = asked.identifiers.compactMap { keys[$0] }
        guard !found.isEmpty else { return .text(404, "no key with these KIDs", cache: .never) }
        guard let licence = ClearKeyLicence(found) else { return .text(503, "no memory for keys", cache: .never) }
        return HTTPResponse(
            200, [("Content-Type", "application/json"), ("Cache-Control", CacheLifetime.never.field)],
            body: [licence.bytes])
    }
}
