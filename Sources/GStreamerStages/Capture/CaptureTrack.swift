import Media
import StageKit

/// One track of an input that may be reopened.
struct CaptureTrack: Sendable {
    let id: Track.ID
    let extent: TrackExtent
}
