import HTTPServer
import HTTPStages
import Media
import Synchronization

/// Access control for the admin listener: the web origin, the host name, the token and the rate of requests.
///
/// Requests on the Unix socket come from programs of the same user, and only their rate is limited.
final class AdminAccess: Sendable {
    /// The decision on a request.
    enum Decision {
        case permitted
        /// Permitted for routes that need no token.
        case anonymous
        case denied(ProblemDetails)
    }

    private struct Limits {
        var reads = TokenBucket(capacity: 400, perSecond: 100)
        var writes = TokenBucket(capacity: 10, perSecond: 1)
        /// Requests on the Unix socket, such as requests of scripts that reload after each change.
        var localWrites = TokenBucket(capacity: 100, perSecond: 10)
        /// Requests with a wrong token are counted alone, so that a client that guesses does not lock out operators.
        var failures = TokenBucket(capacity: 20, perSecond: 1)
    }

    private let token: String
    private let limits = Mutex(Limits())

    /// Creates the access control for TCP connections with this token; empty if none is required.
    init(token: String) { self.token = token }

    func decision(on request: HTTPRequest, at now: MonotonicTime) -> Decision {
        if !request.isLocal {
            if let problem = Self.problem(ofPage: request) { return .denied(problem) }
            if token.isEmpty {
                guard HostName.isSafe(request.host) else {
                    return .denied(
                        ProblemDetails(
                            421, "misdirected-request",
                            "the host name in the request is not 'localhost' or an IP address"))
                }
            } else if !request.hasBearerToken(token) {
                return decisionWithoutToken(request, at: now)
            }
        }
        let isPermitted = limits.withLock { limits in
            switch (request.method, request.isLocal) {
            case (.post, true): limits.localWrites.remove(at: now)
            case (.post, false): limits.writes.remove(at: now)
            default: limits.reads.remove(at: now)
            }
        }
        return isPermitted ? .permitted : .denied(.tooManyRequests)
    }

    private func decisionWithoutToken(_ request: HTTPRequest, at now: MonotonicTime) -> Decision {
        let isPermitted = limits.withLock { $0.failures.remove(at: now) }
        guard isPermitted else { return .denied(.tooManyRequests) }
        return request.authorization == nil ? .anonymous : .denied(.unauthorized)
    }

    /// Returns the reason for denying a request that a page of another web origin sends; nil for other requests.
    private static func problem(ofPage request: HTTPRequest) -> ProblemDetails? {
        // Browsers set both fields, and pages cannot change them. Other clients set neither.
        let isForeign = request.origin.map { !isOwn($0, host: request.host) } ?? false
        let isCrossSite = ["cross-site", "same-site"].contains(request.fetchSite ?? "")
        guard isForeign || isCrossSite && request.method == .post else { return nil }
        return ProblemDetails(403, "foreign-origin", "requests from pages of other sites are denied")
    }

    private static func isOwn(_ origin: String, host: String?) -> Bool {
        guard let host else { return false }
        return origin.lowercased() == "http://\(host.lowercased())"
            || origin.lowercased() == "https://\(host.lowercased())"
    }
}
