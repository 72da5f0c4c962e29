/// How sound has to be resampled so that it stays on the run's clock: smoothly, and never so much that it is heard.
///
/// 500 parts per million are less than one hundredth of a semitone; the change from second to second is smaller.
package struct RateCorrection: Sendable, Hashable {
    /// The most that the rate is changed, in parts per million.
    package static let limit = 500.0
    /// How much the change itself may change in a second, in parts per million.
    package static let slew = 25.0
    /// How long a difference takes to shrink to a third, in seconds.
    package static let timeConstant = 20.0
    /// A difference beyond this, in seconds, is sound that is missing or came twice, not a clock that runs fast.
    package static let longestDifference = 0.015

    /// What is to be done with the next block.
    package enum Action: Sendable, Hashable {
        /// It is resampled by ``RateCorrection/partsPerMillion``.
        case resample
        /// So many seconds of silence come first.
        case insert(Double)
        /// So many seconds of it are left out.
        case drop(Double)
    }

    /// How many parts per million more samples go in than come out.
    package private(set) var partsPerMillion = 0.0
    /// Whether the clocks differ by more than can be corrected.
    package private(set) var isExceeded = false

    package init() {}

    /// The sampling rate that the input is to be taken for, in thousandths of a hertz.
    package func inputRate(_ rate: Int) -> Int { Int((Double(rate) * (1000 + partsPerMillion / 1000)).rounded()) }

    /// Decides about a block.
    ///
    /// - Parameters:
    ///   - drift: how much faster than by name the device counts, in parts per million
    ///   - difference: how much later than it would be given out the block was captured, in seconds
    ///   - elapsed: how long ago the last decision was, in seconds
    package mutating func next(drift: Double, difference: Double, elapsed: Double) -> Action {
        if difference > Self.longestDifference { return .insert(difference) }
        if difference < -Self.longestDifference { return .drop(-difference) }
        let wanted = drift - difference / Self.timeConstant * 1e6
        isExceeded = abs(drift) > Self.limit
        let most = Self.slew * max(0, elapsed)
        let change = max(-most, min(most, wanted - partsPerMillion))
        partsPerMillion = max(-Self.limit, min(Self.limit, partsPerMillion + change))
        return .resample
    }
}
