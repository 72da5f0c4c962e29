import Packaging
import Media

/// A reference from a track of the output to another track.
struct OutputAssociation: Sendable {
    var type: TrackAssociationType
    var target: Track.ID
}
