package import Media

/// Measures the frame rate of a rendition from its written samples.
package struct FrameRateMeter: Sendable, Hashable {
    private var frameCount: Int64 = 0
    private var duration = MediaTime.zero
    /// The maximum of the previous formats.
    private var previousMaximum: Ratio?

    package init() {}

    /// Adds the frames of one segment.
    package mutating func add(sampleCount: Int, duration: MediaTime) {
        frameCount += Int64(sampleCount)
        self.duration += duration
    }

    /// Starts measuring another format; ``ratio`` is the maximum of all formats (RFC 8216bis 4.4.6.2).
    package mutating func beginFormat() {
        previousMaximum = ratio
        (frameCount, duration) = (0, .zero)
    }

    /// The frame rate, exact if it is a standard rate; nil without frames.
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

    /// Whether the frames at `rate` would have the measured duration, within 1/5000.
    ///
    /// Durations in milliseconds have errors of this size; 30 and 30000/1001 differ by five times as much.
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
