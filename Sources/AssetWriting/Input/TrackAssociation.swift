import Packaging

/// A reference from one input's track to another's.
struct InputAssociation: Sendable, Hashable {
    var type: TrackAssociationType
    /// The other input.
    var target: ObjectIdentifier
    /// Whether the media types fit.
    var isPossible: Bool
}
