import Media
import StageKit

/// The treatment of tracks that do not start: a live source continues with the others.
struct TrackTolerance: Sendable {
    /// The time that tracks wait for others.
    var limit: Duration
    /// Reports tracks that have not started within the limit.
    var reportLate: @Sendable (Set<Track.ID>) -> Void
    /// Reports a track whose samples are not supported.
    var reportUnsupported: @Sendable (Track.ID, StageError) -> Void
}
