/// Controls the resampling of captured audio so that it follows the run's clock, smoothly and inaudibly.
///
/// The limit of 500 parts per million is less than one hundredth of a semitone; the change per second is smaller still.
package struct RateCorrection: Sendable, Hashable {
    /// The maximum correction of the rate, in parts per million.
    package static let limit = 500.0
    /// The maximum change of the correction per second, in parts per million.
    package static let slew = 25.0
    /// The time constant with which a difference decays, in seconds.
    package static let timeConstant = 20.0
    /// The largest difference that is corrected by resampling, in seconds. A larger one is caused by missing or
    /// duplicated audio, not by clock drift.
    package static let maximumDifference = 0.015

    /// The treatment of the next block.
    package enum Action: Sendable, Hashable {
        /// Resample the block by ``RateCorrection/partsPerMillion``.
        case resample
        /// Insert this many seconds of silence before the block.
        case insert(Double)
        /// Discard this many seconds of audio.
        case drop(Double)
    }

    /// The current correction: the excess of input samples over output samples, in parts per million.
    package private(set) var partsPerMillion = 0.0
    /// Whether the drift exceeds the maximum correction.
    package private(set) var isExceeded = false

    package init() {}

    /// The sample rate that the resampler must assume for its input, in millihertz.
    package func inputRate(_ rate: Int) -> Int { Int((Double(rate) * (1000 + partsPerMillion / 1000)).rounded()) }

    /// Computes the correction for a block.
    ///
    /// - Parameters:
    ///   - drift: deviation of the device's sample rate from the nominal rate, in parts per million
    ///   - difference: capture time of the block minus its output time, in seconds
    ///   - elapsed: time since the previous call, in seconds
    package mutating func next(drift: Double, difference: Double, elapsed: Double) -> Action {
        if difference > Self.maximumDifference { return .insert(difference) }
        if difference < -Self.maximumDifference { return .drop(-difference) }
        let target = drift - difference / Self.timeConstant * 1e6
        isExceeded = abs(drift) > Self.limit
        let maximumChange = Self.slew * max(0, elapsed)
        let change = max(-maximumChange, min(maximumChange, target - partsPerMillion))
        partsPerMillion = max(-Self.limit, min(Self.limit, partsPerMillion + change))
        return .resample
    }
}
