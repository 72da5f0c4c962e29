import StageKit

extension OverflowPolicy {
    /// The result of offering a payload while the queue of its track is full.
    var resultWhenFull: OfferResult {
        switch self {
        case .wait: .full
        case .dropToKeyframe: .dropped
        case .fail: .overflow
        }
    }
}
