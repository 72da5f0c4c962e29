import Media

/// An encrypted segment and its position in a batch of messages.
struct EncryptedSegment: Sendable {
    var position: Int
    var segment: Segment
}
