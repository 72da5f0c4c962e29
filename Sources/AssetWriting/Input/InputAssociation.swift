import Packaging

/// A reference from an input's track to the track of another input.
struct InputAssociation: Sendable, Hashable {
    var type: TrackAssociationType
    /// The identity of the other input.
    var target: ObjectIdentifier
    /// Whether the media types match the type of association.
    var isValid: Bool
}
