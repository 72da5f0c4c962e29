import HLS

/// A stored part that is not listed yet.
struct PendingPart {
    var part: PartialSegment
    var initialization: InitializationSection?
    var isDiscontinuity: Bool
    var programDateTime: DateTime?
}
