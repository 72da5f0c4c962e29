import Digests
import HTTPClient
import HLS
import HTTPServer
import Media
import StageKit

/// Creates the HTTP requests for a store and interprets its responses.
struct RemoteStore: Sendable {
    var baseURL: StoreURL
    /// Header fields in the form `Name: value`, sent with every request. They may contain secrets.
    var fields: [String] = []
    /// The value of the Authorization field; empty for none.
    var authorization = Secret()
    /// S3 credentials; nil if the store is not S3-compatible.
    var s3: S3Credentials?
    /// The path of a PEM file with trusted certificate authorities; nil for the system's.
    var authorities: String?

    /// Returns the request for an item, signed at a date; nil if its path is empty or contains dot segments.
    func request(for item: PushItem, at date: WallTime) -> FetchRequest? {
        guard let path = baseURL.path(of: item.path) else { return nil }
        var fields = fields
        let names = Set(fields.map { $0.prefix { $0 != ":" }.lowercased() })
        func add(_ name: String, _ value: String) {
            if !names.contains(name.lowercased()), !value.isEmpty { fields.append("\(name): \(value)") }
        }
        if !item.isDelete, !item.needsHeadRequest {
            add("Content-Type", item.contentType)
            add("Cache-Control", item.lifetime.field)
        }
        add("Authorization", authorization.value)
        if let s3 { fields += signature(s3, of: item, path, fields, at: date) }
        var request = FetchRequest(url: baseURL.url(ofPath: path), limits: limits(for: item))
        request.method = item.needsHeadRequest ? .head : item.content.map { .put($0) } ?? .delete
        request.acceptsAnyStatus = true
        request.authorities = authorities
        request.rules.fields = fields
        request.rules.fieldsOrigin = WebURL(request.url)?.origin
        return request
    }

    private func limits(for item: PushItem) -> FetchLimits {
        // A large file may take long on a slow link; a stalled transfer times out earlier.
        var limits = FetchLimits()
        (limits.size, limits.redirects, limits.connectSeconds, limits.slowSeconds) = (64 << 10, 0, 10, 10)
        if item.content?.isComplete == false { (limits.slowSeconds, limits.totalSeconds) = (0, 0) }
        return limits
    }

    private func signature(
        _ access: S3Credentials, of item: PushItem, _ path: String, _ fields: [String],
        at date: WallTime
    ) -> [String] {
        var signed = [(name: "host", value: baseURL.host)]
        for field in fields {
            let parts = field.split(separator: ":", maxSplits: 1)
            let name = parts[0].lowercased()
            guard parts.count == 2, name == "content-type" || name.hasPrefix("x-amz-") else { continue }
            signed.append((name, String(parts[1].drop { $0 == " " })))
        }
        let request = SignatureV4.Request(
            method: item.needsHeadRequest ? "HEAD" : item.isDelete ? "DELETE" : "PUT", path: path,
            query: baseURL.query ?? "", fields: signed,
            payload: item.needsHeadRequest ? SHA256.ofNothing : item.content?.digest ?? SHA256.ofNothing)
        return SignatureV4(credentials: access, seconds: date.seconds).fields(for: request)
            .map { "\($0.name): \($0.value)" }
    }

    /// Returns the result of a request. Its messages contain no URLs, which may be secret.
    static func outcome(
        of result: Result<FetchOutcome, TransferError>, _ answer: [UInt8], of item: PushItem, isChunked: Bool
    ) -> PushQueue.Outcome {
        switch result {
        case .failure(let error):
            return .failed(
                error.detail ?? (error.kind == .cancelled ? "no response in time" : "invalid response"))
        case .success(let fetched):
            let status = fetched.head.status
            switch status {
            case 200..<300 where item.needsHeadRequest:
                return fetched.head.contentLength == item.content?.count ? .done : .absent
            case 200..<300: return .done
            case 404 where item.isDelete, 410 where item.isDelete: return .done
            case 411 where isChunked: return .needsLength
            case 501 where item.needsHeadRequest: return .absent
            case 408, 425, 429, 500...: return .failed("status \(status)", retryAfter: fetched.head.retryAfter)
            // Some stores answer 403 or 405 to HEAD: they hide absent files, or do not support the method.
            case 300..<500 where item.needsHeadRequest: return .absent
            case 300..<400:
                return .rejected("status \(status), and redirects are not followed; set url to the target")
            default: break
            }
            return .rejected("status \(status)\(code(in: answer))")
        }
    }

    /// Returns the S3 error code. The rest of the response is not shown because it may contain keys.
    static func code(in answer: [UInt8]) -> String {
        let text = String(decoding: answer.prefix(4096), as: UTF8.self)
        return text.firstMatch(of: /<Code>([A-Za-z0-9.]{1,64})<\/Code>/).map { " (\($0.1))" } ?? ""
    }
}
