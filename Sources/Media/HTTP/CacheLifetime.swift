/// The time for which caches may store a response, as the field Cache-Control states it (RFC 9111 5.2).
package enum CacheLifetime: Sendable, Hashable {
    /// The response must not be cached.
    case never
    /// A lifetime in seconds.
    case seconds(Int)
    /// One hour, and immutable. Not longer, because a later run may reuse file names.
    case unchanging

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
