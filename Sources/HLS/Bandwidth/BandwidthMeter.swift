package import Media

/// Measures the bit rates of one playlist as defined in RFC 8216bis 4.4.6.2.
///
/// The peak is the highest rate of any contiguous run of segments with a duration of 0.5 to 1.5 target durations.
/// Memory use is bounded by one such run.
package struct BandwidthMeter: Sendable, Hashable {
    private struct Entry: Hashable {
        var bytes: Int
        /// In units of ``PublishedTimeline``.
        var units: Int64
    }

    private let minimumRunUnits: Int64
    private let maximumRunUnits: Int64
    private var recent: [Entry] = []
    private var recentUnits: Int64 = 0
    private var totalBytes = 0
    private var totalUnits: Int64 = 0
    private var largestRunRate = 0

    /// Creates a meter for segments with this target duration.
    package init(target: TargetDuration) {
        let units = Int64(target.seconds).multipliedReportingOverflow(by: Int64(PublishedTimeline.unitsPerSecond))
        let unit = units.overflow ? Int64.max / 4 : min(units.partialValue, .max / 4)
        minimumRunUnits = unit / 2
        maximumRunUnits = unit + unit / 2
    }

    /// Adds one segment.
    package mutating func add(bytes: Int, duration: MediaTime) {
        let units = min(max(0, duration.ticks(at: PublishedTimeline.unitsPerSecond)), .max / 4)
        totalBytes += bytes
        totalUnits = min(totalUnits + units, .max / 4)
        recent.append(Entry(bytes: bytes, units: units))
        recentUnits = min(recentUnits + units, .max / 4)
        dropExpiredEntries()
        measureRuns()
    }

    private mutating func dropExpiredEntries() {
        var dropped = 0
        while recentUnits > maximumRunUnits, dropped < recent.count {
            recentUnits -= recent[dropped].units
            dropped += 1
        }
        recent.removeFirst(dropped)
    }

    /// Measures the runs that end with the newest segment; earlier runs have been measured before.
    private mutating func measureRuns() {
        var bytes = 0
        var units: Int64 = 0
        for entry in recent.reversed() {
            bytes += entry.bytes
            units += entry.units
            if units >= minimumRunUnits, units > 0 {
                largestRunRate = max(largestRunRate, Self.rate(bytes: bytes, units: units))
            }
        }
    }

    /// The peak in bits per second; equal to the average if no run is long enough.
    package var peak: Int { max(largestRunRate, average) }

    /// The average in bits per second; 0 without duration.
    package var average: Int { totalUnits == 0 ? 0 : Self.rate(bytes: totalBytes, units: totalUnits) }

    /// The peak and the average.
    package var bandwidth: Bandwidth { Bandwidth(peak: peak, average: average) }

    private static func rate(bytes: Int, units: Int64) -> Int {
        let bits = Int128(bytes) * 8 * Int128(PublishedTimeline.unitsPerSecond)
        return Int(clamping: (bits + Int128(units) - 1) / Int128(units))
    }
}
