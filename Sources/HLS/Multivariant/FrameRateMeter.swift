package import Media

/// Measures the frame rate of a rendition from the samples that were written.
package struct FrameRateMeter: Sendable, Hashable {
    private var frameCount: Int64 = 0
    private var duration = MediaTime.zero
    /// The fastest of the formats before.
    private var previousMaximum: Ratio?

    package init() {}

    /// Counts the pictures of one segment.
    package mutating func add(sampleCount: Int, duration: MediaTime) {
        frameCount += Int64(sampleCount)
        self.duration += duration
    }

    /// Begins to measure another format; the fastest of all counts (RFC 8216bis 4.4.6.2).
    package mutating func beginFormat() {
        previousMaximum = ratio
        (frameCount, duration) = (0, .zero)
    }

    /// The rate, exact where it is one of the usual ones; nil before anything was measured.
    package var ratio: Ratio? {
        guard let current, let previousMaximum else { return current ?? previousMaximum }
        return current.value < previousMaximum.value ? previousMaximum : current
    }

    private var current: Ratio? {
        guard frameCount > 0, duration > .zero, !duration.isIndefinite else { return nil }
        return Self.standardRates.first(where: matchesMeasurement) ?? thousandths
    }

    private static let standardRates: [Ratio] = [
        Ratio(24000, 1001), Ratio(24), Ratio(25), Ratio(30000, 1001), Ratio(30), Ratio(50), Ratio(60000, 1001),
        Ratio(60), Ratio(48), Ratio(48000, 1001), Ratio(100), Ratio(120000, 1001), Ratio(120), Ratio(15), Ratio(25, 2),
        Ratio(15000, 1001), Ratio(12), Ratio(12000, 1001), Ratio(10), Ratio(20), Ratio(5), Ratio(1),
    ]

    /// Whether the pictures would have lasted as long at `rate`, within 1/5000.
    ///
    /// Durations in milliseconds are off by that much; 30 and 30000/1001 differ by five times as much.
    private func matchesMeasurement(_ rate: Ratio) -> Bool {
        let expected = MediaTime(value: Int64(rate.denominator), timescale: rate.numerator) * frameCount
        let difference = expected > duration ? expected - duration : duration - expected
        return difference * 5000 <= duration
    }

    private var thousandths: Ratio {
        let rate = Int128(frameCount) * Int128(duration.timescale) * 1000 / Int128(duration.value)
        return Ratio(Int32(clamping: rate), 1000)
    }
}
