import HTTPServer
import HTTPStages
import Operations

/// A request to the admin listener: the lines of the input are the method, the target, and the fields that affect the
/// response.
enum AdminInput {
    static func read(_ input: [UInt8]) {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        func line(_ index: Int) -> String? { lines.indices.contains(index) ? String(lines[index]) : nil }
        let target = (line(1) ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var request = HTTPRequest(
            path: target.first.map { String($0) } ?? "/", query: target.count > 1 ? String(target[1]) : nil)
        request.method = line(0) == "POST" ? .post : line(0) == "HEAD" ? .head : line(0) == "GET" ? .get : .other
        (request.host, request.origin, request.fetchSite) = (line(2), line(3), line(4))
        (request.authorization, request.accept) = (line(5), line(6))
        // New listeners, so that the rate limits of earlier inputs do not deny the request.
        for listener in [OfflineAdmin(), OfflineAdmin(token: "0123456789abcdef")] {
            guard let response = listener.response(to: request) else { continue }
            require((200...599).contains(response.status), "the status is valid: \(response.status)")
            let isPublic = request.path == "/" || request.path.hasPrefix("/health/")
            if listener.requiresToken, line(5)?.hasSuffix("0123456789abcdef") != true, !isPublic {
                require(response.status >= 400, "a request without the token is denied")
            }
            if request.origin == "http://example.org", line(2) != "example.org" {
                require(response.status >= 400, "a request of another site is denied")
            }
            let type = response.field("Content-Type")
            require(
                response.status < 400 || type == "application/problem+json", "errors are problem details")
            for (name, value) in response.fields {
                require(
                    !name.utf8.contains { $0 < 0x20 } && !value.utf8.contains { $0 < 0x20 },
                    "fields contain no line breaks")
            }
        }
    }
}
