/// The time for which caches may store a response (RFC 9111 4.2.1), with the values for HLS (RFC 8216bis Appendix B).
package enum CacheLifetime: Sendable, Hashable {
    /// The response must not be cached.
    case never
    /// A lifetime in seconds.
    case seconds(Int)
    /// One hour, and immutable. Not longer, because a later run may reuse file names.
    case unchanging

    /// Returns the lifetime of a playlist; `targetDuration` is in seconds. The URL of a blocking request identifies one
    /// state of the playlist, so its response stays valid. Any other response is outdated soon.
    package static func playlist(targetDuration: Int, isBlocking: Bool) -> CacheLifetime {
        isBlocking ? .times(6, targetDuration) : .seconds(max(1, targetDuration / 2))
    }

    /// Returns the lifetime of a 404 response.
    package static func missing(targetDuration: Int?, isBlocking: Bool) -> CacheLifetime {
        guard let targetDuration else { return .seconds(1) }
        return isBlocking ? .times(4, targetDuration) : .seconds(targetDuration)
    }

    private static func times(_ factor: Int, _ seconds: Int) -> CacheLifetime {
        .seconds(min(seconds, 86_400) * factor)
    }

    /// Parses the value of a Cache-Control field; nil if it declares no lifetime.
    package init?(field: String) {
        let directives = field.lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
        if directives.contains("no-store") || directives.contains("no-cache") {
            self = .never
            return
        }
        // Shared caches prefer s-maxage.
        let values = ["s-maxage=", "max-age="].compactMap { name in
            directives.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) }
        }
        if let value = values.first {
            self = .seconds(value > 0 ? Int(min(value, Self.longest)) : 0)
        } else if directives.contains("immutable") {
            self = .unchanging
        } else {
            return nil
        }
    }

    /// The limit of lifetimes in seconds (RFC 9111 1.2.2).
    private static let longest = 2_147_483_648.0
    private static let unchangingSeconds = 3600

    /// The lifetime in seconds.
    package var seconds: Int {
        switch self {
        case .never: 0
        case .seconds(let seconds): seconds
        case .unchanging: Self.unchangingSeconds
        }
    }

    /// The value of the Cache-Control field.
    package var field: String {
        switch self {
        case .never: "no-store"
        case .seconds(let seconds): "max-age=\(seconds)"
        case .unchanging: "max-age=\(Self.unchangingSeconds), immutable"
        }
    }
}
