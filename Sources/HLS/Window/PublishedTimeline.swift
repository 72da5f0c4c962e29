package import Media

/// Turns exact durations into what EXTINF can say, so that sums never drift.
///
/// The running sum is rounded, not each duration: whatever run of segments is added up, the result is within one
/// unit of the exact time (RFC 8216bis 4.4.4.1).
package struct PublishedTimeline: Sendable, Hashable {
    /// Digits after the point.
    package static let decimalPlaces = 6
    /// Units in a second.
    package static let unitsPerSecond: Int32 = 1_000_000

    /// The exact time up to which durations have been published, from zero.
    package private(set) var end = MediaTime.zero

    package init() {}

    /// The duration to publish for one that goes on for exactly `duration`, in whole units.
    package mutating func publish(_ duration: MediaTime) -> MediaTime {
        let before = end.ticks(at: Self.unitsPerSecond)
        end += duration
        let units = end.ticks(at: Self.unitsPerSecond).subtractingReportingOverflow(before)
        return MediaTime(value: units.overflow ? 0 : units.partialValue, timescale: Self.unitsPerSecond)
    }
}
