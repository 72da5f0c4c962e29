/// Decides whether a clock differs by more than can be corrected. A machine or network that is busy at the start delays
/// the first timestamps, which looks like a fast clock for some seconds.
package struct DriftExcess: Sendable, Hashable {
    /// The number of seconds before which an estimate is not evidence.
    package static let baseline = 30
    /// The number of consecutive seconds for which the estimate must exceed the limit.
    package static let confirmation = 20

    private var consecutive = 0
    /// Whether the excess is established.
    package private(set) var isEstablished = false

    package init() {}

    /// Adds the estimate after one more second. `observedSeconds` is the length of the observation.
    package mutating func observe(isExceeded: Bool, observedSeconds: Int) {
        consecutive = isExceeded ? consecutive + 1 : 0
        isEstablished = observedSeconds >= Self.baseline && consecutive >= Self.confirmation
    }
}
