/// The limits of one request.
package struct FetchLimits: Sendable, Hashable {
    /// The maximum size of the body after decompression, in bytes.
    package var size = 16 << 30
    /// The maximum size of the response header, in bytes.
    package var headerSize = 256 << 10
    package var redirects = 10
    /// The connection timeout in seconds.
    package var connectSeconds = 15
    /// The maximum time below ``minimumRate``, in seconds.
    package var slowSeconds = 20
    /// The minimum rate in bytes per second.
    package var minimumRate = 256
    /// The timeout of the complete request, in seconds.
    package var totalSeconds = 3600

    package init() {}

    /// Returns the limits for a playlist, a key or an image, which is kept in memory.
    package static func memory(size: Int) -> FetchLimits {
        var limits = FetchLimits()
        limits.size = size
        limits.totalSeconds = 120
        return limits
    }
}
