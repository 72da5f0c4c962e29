/// The time for which caches may store a response (RFC 8216bis Appendix B).
enum CacheLifetime: Sendable, Hashable {
    /// The response must not be cached.
    case never
    /// A lifetime in seconds.
    case seconds(Int)
    /// One hour, and immutable. Not longer, because a later run may reuse file names.
    case unchanging

    /// Returns the lifetime of a playlist; `targetDuration` is in seconds. The URL of a blocking request identifies one
    /// state of the playlist, so its response stays valid. Any other response is outdated soon.
    static func playlist(targetDuration: Int, isBlocking: Bool) -> CacheLifetime {
        isBlocking ? .times(6, targetDuration) : .seconds(max(1, targetDuration / 2))
    }

    /// Returns the lifetime of a 404 response.
    static func missing(targetDuration: Int?, isBlocking: Bool) -> CacheLifetime {
        guard let targetDuration else { return .seconds(1) }
        return isBlocking ? .times(4, targetDuration) : .seconds(targetDuration)
    }

    private static func times(_ factor: Int, _ seconds: Int) -> CacheLifetime {
        .seconds(min(seconds, 86_400) * factor)
    }

    /// The value of the Cache-Control field.
    var field: String {
        switch self {
        case .never: "no-store"
        case .seconds(let seconds): "max-age=\(seconds)"
        case .unchanging: "max-age=3600, immutable"
        }
    }
}
