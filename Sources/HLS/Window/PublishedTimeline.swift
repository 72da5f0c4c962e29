package import Media

/// Converts exact durations to the precision of EXTINF, so that sums do not drift.
///
/// The running sum is rounded instead of each duration: the sum of any run of segments is within one unit of the exact
/// time (RFC 8216bis 4.4.4.1).
package struct PublishedTimeline: Sendable, Hashable {
    /// Digits after the decimal point.
    package static let decimalPlaces = 6
    /// Units per second.
    package static let unitsPerSecond: Int32 = 1_000_000

    /// The exact total of the published durations.
    package private(set) var end = MediaTime.zero

    package init() {}

    /// Returns the duration to publish for an exact duration, in whole units.
    package mutating func publish(_ duration: MediaTime) -> MediaTime {
        let before = end.ticks(at: Self.unitsPerSecond)
        end += duration
        let units = end.ticks(at: Self.unitsPerSecond).subtractingReportingOverflow(before)
        return MediaTime(value: units.overflow ? 0 : units.partialValue, timescale: Self.unitsPerSecond)
    }
}
