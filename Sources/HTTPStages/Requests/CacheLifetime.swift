/// How long caches may keep an answer (RFC 8216bis Appendix B).
enum CacheLifetime: Sendable, Hashable {
    /// Not at all.
    case never
    /// So many seconds.
    case seconds(Int)
    /// As long as a file of that name can be the same: a later run may use names again.
    case unchanging

    /// A playlist, whose target duration is in seconds: one that was waited for is named by its number in the
    /// query, any other one is soon out of date.
    static func playlist(targetDuration: Int, isBlocking: Bool) -> CacheLifetime {
        isBlocking ? .times(6, targetDuration) : .seconds(max(1, targetDuration / 2))
    }

    /// Something that is not there.
    static func missing(targetDuration: Int?, isBlocking: Bool) -> CacheLifetime {
        guard let targetDuration else { return .seconds(1) }
        return isBlocking ? .times(4, targetDuration) : .seconds(targetDuration)
    }

    private static func times(_ factor: Int, _ seconds: Int) -> CacheLifetime {
        .seconds(min(seconds, 86_400) * factor)
    }

    /// The value of Cache-Control.
    var field: String {
        switch self {
        case .never: "no-store"
        case .seconds(let seconds): "max-age=\(seconds)"
        case .unchanging: "max-age=3600, immutable"
        }
    }
}
