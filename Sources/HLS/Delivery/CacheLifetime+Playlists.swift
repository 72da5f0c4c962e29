package import Media

// The lifetimes of RFC 8216bis Appendix B.
extension CacheLifetime {
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
}
