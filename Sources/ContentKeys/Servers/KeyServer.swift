import COpenSSL
import ContentProtection
import Dispatch
import HTTPClient
import Synchronization

/// A server that is asked for keys, with the credentials for it.
package struct KeyServer: Sendable {
    /// The URL, which may contain placeholders.
    package var url: String
    /// Header fields in the form `Name: value`, which may contain secrets.
    package var fields: [String] = []
    /// A PEM file with the certificate authorities to trust; nil for the system's.
    package var authorities: String?
    /// The timeout of a request in seconds.
    package var timeout = 10
    /// Whether `http:` is permitted for servers on other machines.
    package var permitsPlainHTTP = false

    package init(url: String) { self.url = url }

    /// The reason why the URL cannot be used; nil if it can.
    package var contradiction: String? {
        // Placeholders are no valid characters of a URL.
        let plain = url.replacing("{period}", with: "0").replacing("{label}", with: "all").replacing("{kid}", with: "0")
        guard let parsed = WebURL(plain) else { return "url is not a valid URL with http: or https:" }
        let isLocal = parsed.host == "localhost" || parsed.host == "::1" || parsed.host.hasPrefix("127.")
        guard parsed.scheme == "https" || isLocal || permitsPlainHTTP else {
            return "keys from an http: URL are readable on the network; use https:, or set plain-http: true"
        }
        return nil
    }

    /// Sends a request and returns the response, which blocks the thread. A body makes it a POST request.
    ///
    /// Redirects are not followed, so that credentials and keys stay between two machines. Errors contain no part of the
    /// URL that may be secret, and no part of the response.
    func response(
        to url: String, body: [UInt8]? = nil, fields added: [String] = [], limit: Int
    ) throws(ProtectionError) -> SecretBytes {
        let sink = try ProtectedSink(limit: limit)
        var limits = FetchLimits()
        (limits.size, limits.redirects) = (limit, 0)
        (limits.connectSeconds, limits.slowSeconds, limits.totalSeconds) = (timeout, timeout, timeout)
        var request = FetchRequest(url: url, limits: limits)
        if let body { request.method = .post(BytesBody(body)) }
        request.authorities = authorities
        request.rules.fields = added + fields
        request.rules.fieldsOrigin = WebURL(url)?.origin
        request.prepareTLS = { sluice_tls_cleanse($0) }
        do throws(TransferError) {
            try request.rules.validate(url)
        } catch {
            throw .keyFile("the URL of the key server is invalid")
        }
        // Connections and their buffers end with the engine.
        let engine = FetchEngine(connectionsPerHost: 1, connections: 1)
        let result = Mutex<Result<FetchOutcome, TransferError>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        withExtendedLifetime(engine) {
            _ = engine.start(request, into: sink) { outcome in
                result.withLock { $0 = outcome }
                isDone.signal()
            }
            isDone.wait()
        }
        switch result.withLock({ $0 }) {
        case .success?: return sink.content
        case .failure(let error)?: throw failure(error, url)
        case nil: throw .keyServer("the request for keys was cancelled")
        }
    }

    private func failure(_ error: TransferError, _ url: String) -> ProtectionError {
        let name = "the key server \(WebURL(url)?.origin ?? "")"
        switch error.kind {
        case .status(let status) where error.isTransient:
            return .keyServer("\(name) responded with status \(status)", retryAfter: error.retryAfter)
        case .status(let status) where status == 401 || status == 403:
            return .keyFile("\(name) denied access with status \(status); check bearer, basic and headers")
        case .status(let status) where status == 404:
            return .keyFile("\(name) has no such key (status 404); check the placeholders of the URL")
        case .status(let status): return .keyFile("\(name) responded with status \(status)")
        case .refused where error.detail == nil:
            return .keyFile("\(name) redirects, which is not followed; set the URL of the target")
        case .refused: return .keyFile("\(name) cannot be used: \(error.detail ?? "")")
        case .tooLarge: return .keyFile("the response of \(name) exceeds the limit")
        case .malformed: return .keyFile("\(name) sent an invalid response")
        case .timedOut: return .keyServer("\(name) did not respond within \(timeout) s")
        case .unreachable, .truncated, .disk, .cancelled:
            return .keyServer("\(name) cannot be reached: \(error.detail ?? "the connection ended")")
        }
    }
}

/// Receives a response in protected memory.
private final class ProtectedSink: FetchSink {
    private let memory: ProtectedMemory
    private let limit: Int
    private let count = Mutex(0)

    init(limit: Int) throws(ProtectionError) {
        guard let memory = ProtectedMemory(count: limit) else { throw .noMemory }
        (self.memory, self.limit) = (memory, limit)
    }

    var content: SecretBytes { SecretBytes(memory: memory, count: count.withLock { $0 }) }

    func begin(_ head: ResponseHead) { count.withLock { $0 = 0 } }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        let isStored = count.withLock { count in
            guard bytes.count <= limit - count else { return false }
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count..<count + bytes.count]).copyMemory(from: bytes)
            count += bytes.count
            return true
        }
        guard isStored else { throw TransferError(.tooLarge, "the response exceeds \(limit) bytes") }
    }
}
