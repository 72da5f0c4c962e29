import Digests
import HTTPClient
import HTTPServer
package import Media
import StageKit

/// A bucket of an S3-compatible store: requests with signatures, repeated after transient failures.
package final class ObjectBucket: Sendable {
    /// The number of attempts at a request.
    private static let attempts = 4
    /// The largest object that is kept in memory, in bytes.
    package static let limit = 256 << 20
    package let name: String
    private let store: StoreURL
    private let access: ObjectAccess
    private let clock: any MediaClock
    private let engine = FetchEngine(connectionsPerHost: 8, connections: 8)

    package init(_ name: String, _ access: ObjectAccess, clock: any MediaClock) throws(ObjectError) {
        (self.name, self.access, self.clock) = (name, access, clock)
        do throws(StageError) {
            store = try StoreURL("\(access.endpoint)/\(name)/")
        } catch {
            throw ObjectError("the S3 endpoint '\(access.endpoint)' is not a valid URL", isTransient: false)
        }
    }

    /// The size and the entity tag of an object.
    package struct Facts: Sendable, Hashable {
        package var byteCount: Int
        package var tag: String
    }

    /// Returns the facts about an object; nil if there is none.
    package func facts(of key: String) async throws(ObjectError) -> Facts? {
        let (head, _) = try await send("HEAD", key, .head)
        if head.status == 404 { return nil }
        try validate(head, [], "HEAD", key)
        let tag = head.fields.first { $0.name == "etag" }?.value ?? ""
        guard let size = head.contentLength else { throw failure("HEAD", key, "no size in the response") }
        return Facts(byteCount: size, tag: tag)
    }

    /// Returns the bytes of an object, or a range of them; nil if there is no object.
    package func get(_ key: String, _ range: Range<Int>? = nil) async throws(ObjectError) -> [UInt8]? {
        let (head, bytes) = try await send("GET", key, .get, range: range)
        if head.status == 404 { return nil }
        try validate(head, bytes, "GET", key)
        if let range, head.status != 206 || bytes.count != range.count {
            throw failure("GET", key, "the store does not send ranges")
        }
        return bytes
    }

    /// Stores an object. Returns false if `onlyIfAbsent` is set and another object has the key.
    package func put(_ key: String, _ bytes: [UInt8], onlyIfAbsent: Bool = false) async throws(ObjectError) -> Bool {
        let digest = SHA256.text(of: bytes)
        let fields = onlyIfAbsent ? ["If-None-Match: *"] : []
        let (head, answer) = try await send(
            "PUT", key, .put(BytesBody(bytes)), fields: fields + ["Content-Type: \(Self.contentType(key))"],
            digest: digest)
        // 409: another conditional request is in progress.
        if onlyIfAbsent, head.status == 412 || head.status == 409 { return false }
        try validate(head, answer, "PUT", key)
        return true
    }

    /// Copies an object within the bucket, without transferring its bytes.
    package func copy(_ source: String, to key: String) async throws(ObjectError) {
        guard let path = store.path(of: source) else { throw failure("COPY", source, "invalid key") }
        let fields = ["x-amz-copy-source: \(path)", "x-amz-metadata-directive: REPLACE"]
        let (head, answer) = try await send(
            "PUT", key, .put(BytesBody([])), fields: fields + ["Content-Type: \(Self.contentType(key))"])
        try validate(head, answer, "COPY", key)
        guard !String(decoding: answer.prefix(4096), as: UTF8.self).contains("<Error>") else {
            throw ObjectError("COPY \(key): the store reported an error", isTransient: true)
        }
    }

    package func delete(_ key: String) async throws(ObjectError) {
        let (head, answer) = try await send("DELETE", key, .delete)
        if head.status != 404 { try validate(head, answer, "DELETE", key) }
    }

    /// Sends a request, up to four times.
    private func send(
        _ verb: String, _ key: String, _ method: FetchMethod, range: Range<Int>? = nil, fields: [String] = [],
        digest: String = SHA256.ofNothing
    ) async throws(ObjectError) -> (ResponseHead, [UInt8]) {
        guard let path = store.path(of: key) else { throw failure(verb, key, "invalid key") }
        var last = ""
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try? await Task.sleep(for: .milliseconds(250 << attempt)) }
            var request = request(verb, path, fields: fields, digest: digest)
            (request.method, request.acceptsAnyStatus, request.limits.size) = (method, true, Self.limit)
            request.range = range.map { ($0.lowerBound, $0.count) }
            do throws(TransferError) {
                let (bytes, outcome) = try await engine.load(request)
                guard outcome.head.status >= 500 || outcome.head.status == 429 else { return (outcome.head, bytes) }
                last = "status \(outcome.head.status)"
            } catch {
                guard error.isTransient else { throw failure(verb, key, error.detail ?? "invalid response") }
                last = error.detail ?? "no response"
            }
        }
        throw ObjectError("\(verb) s3://\(name)/\(key): \(last)", isTransient: true)
    }

    /// Returns the signed request for an object; nil if its key is empty or contains dot segments.
    func request(for key: String) -> FetchRequest? { store.path(of: key).map { request("GET", $0) } }

    private func request(
        _ verb: String, _ path: String, fields: [String] = [], digest: String = SHA256.ofNothing
    ) -> FetchRequest {
        var request = FetchRequest(url: store.url(ofPath: path))
        (request.authorities, request.limits.redirects) = (access.authorities, 0)
        request.rules.fields = fields + signature(verb, path, fields, digest)
        request.rules.fieldsOrigin = WebURL(request.url)?.origin
        return request
    }

    private func signature(_ verb: String, _ path: String, _ fields: [String], _ digest: String) -> [String] {
        var signed = [(name: "host", value: store.host)]
        for field in fields {
            let parts = field.split(separator: ":", maxSplits: 1)
            let name = parts[0].lowercased()
            if name == "content-type" || name.hasPrefix("x-amz-") {
                signed.append((name, String(parts[1].drop { $0 == " " })))
            }
        }
        let request = SignatureV4.Request(method: verb, path: path, fields: signed, payload: digest)
        return SignatureV4(credentials: access.credentials, seconds: clock.wallTime.seconds)
            .fields(for: request).map { "\($0.name): \($0.value)" }
    }

    private func validate(
        _ head: ResponseHead, _ answer: [UInt8], _ verb: String, _ key: String
    ) throws(ObjectError) {
        guard !(200..<300).contains(head.status) else { return }
        throw failure(verb, key, "status \(head.status)\(RemoteStore.code(in: answer))")
    }

    private func failure(_ verb: String, _ key: String, _ reason: String) -> ObjectError {
        ObjectError("\(verb) s3://\(name)/\(key): \(reason)", isTransient: false)
    }

    private static func contentType(_ key: String) -> String {
        switch key.split(separator: ".").last {
        case "m3u8": "application/vnd.apple.mpegurl"
        case "mpd": "application/dash+xml"
        case "mp4", "m4s": "video/mp4"
        case "vtt": "text/vtt"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}
