/// The state of a transform, which determines the permitted effects.
enum TransformState: Int, Comparable {
    /// No payload has been received.
    case beforePayloads
    /// Payloads have been received.
    case running
    /// The input has ended, and `finish` is called.
    case finishing
    /// `finish` has returned.
    case finished

    static func < (left: TransformState, right: TransformState) -> Bool { left.rawValue < right.rawValue }
}
