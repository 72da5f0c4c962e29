package import Media

/// Measures the frame rate of a rendition from its written samples.
///
/// The rate is the average. If the frames came faster for two seconds or longer, it is the highest such rate, which is what
/// FRAME-RATE declares (RFC 8216bis 4.4.6.2).
package struct FrameRateMeter: Sendable, Hashable {
    private var format = Stretch()
    /// The frames since the newest rate was measured.
    private var stretch = Stretch()
    /// The highest rate of two seconds or longer.
    private var fastest: Ratio?
    /// The maximum of the previous formats.
    private var previousMaximum: Ratio?

    package init() {}

    /// Adds the frames of one segment.
    package mutating func add(sampleCount: Int, duration: MediaTime) {
        format.add(sampleCount, duration)
        stretch.add(sampleCount, duration)
        guard stretch.duration >= .seconds(2) else { return }
        if let rate = stretch.rate { fastest = Self.higher(rate, fastest) }
        stretch = Stretch()
    }

    /// Starts measuring another format; ``ratio`` is the maximum of all formats (RFC 8216bis 4.4.6.2).
    package mutating func beginFormat() {
        previousMaximum = ratio
        (format, stretch, fastest) = (Stretch(), Stretch(), nil)
    }

    /// The frame rate, exact if it is a standard rate; nil without frames.
    package var ratio: Ratio? {
        guard let average = format.rate else { return previousMaximum }
        // Timestamps with jitter make short stretches of a constant rate differ from it.
        let isVariable = fastest.map { $0.value > average.value * Self.tolerance } ?? false
        return Self.higher(isVariable ? fastest ?? average : average, previousMaximum)
    }

    /// Whether a declared rate is too low for this one.
    package static func isTooLow(_ declared: Ratio?, for measured: Ratio?) -> Bool {
        guard let measured else { return false }
        return declared.map { measured.value > $0.value * tolerance } ?? true
    }

    private static let tolerance = 1.01

    private static func higher(_ rate: Ratio, _ other: Ratio?) -> Ratio {
        guard let other, rate.value < other.value else { return rate }
        return other
    }
}

/// Successive frames.
private struct Stretch: Sendable, Hashable {
    private var frameCount: Int64 = 0
    private(set) var duration = MediaTime.zero

    mutating func add(_ frames: Int, _ time: MediaTime) {
        frameCount += Int64(frames)
        duration += time
    }

    var rate: Ratio? {
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
