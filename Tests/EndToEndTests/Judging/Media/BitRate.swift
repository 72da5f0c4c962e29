import Foundation

/// The bit rate of a media playlist's segments, as defined in RFC 8216bis 4.1.
struct BitRate: Sendable {
    /// The peak bit rate of contiguous segments with a duration of 0.5 to 1.5 target durations, in bits per second.
    let peak: Double
    /// The average over all segments, in bits per second.
    let average: Double

    init(_ rendition: Rendition, target: Double) throws {
        let sizes = try rendition.playlist.segments.indices.map { Double(try rendition.bytes($0).count * 8) }
        let durations = rendition.playlist.segments.map(\.duration)
        average = sizes.reduce(0, +) / durations.reduce(0, +)
        var peak = 0.0
        for first in sizes.indices {
            var (bits, seconds) = (0.0, 0.0)
            for last in first..<sizes.count {
                bits += sizes[last]
                seconds += durations[last]
                if seconds > target * 1.5 { break }
                if seconds >= target * 0.5 { peak = max(peak, bits / seconds) }
            }
        }
        self.peak = peak == 0 ? average : peak
    }
}
