/// The result of offering a message.
enum OfferResult: Sendable, Hashable {
    case accepted
    case dropped
    /// The queue of the track is full, and the offering thread waits.
    case full
    /// The queue of the track is full, and the run fails.
    case overflow
}
