import Media
import StageKit

/// The entrance for messages of threads outside the Swift concurrency pool: applies the overflow policy of a stage to
/// each offered message.
///
/// The queue behind the entrance is the first one below the stage, or one per link if the stage feeds several.
struct OfferEntrance: Sendable {
    private struct TrackState: Sendable {
        let track: Track.ID?
        var isDropping = false
        var dropCount = 0
    }

    private let policy: OverflowPolicy
    private var tracks: [TrackState] = []

    init(policy: OverflowPolicy) { self.policy = policy }

    /// The number of dropped payloads, by track.
    var drops: [(track: Track.ID?, count: Int)] {
        tracks.filter { $0.dropCount > 0 }.map { ($0.track, $0.dropCount) }
    }

    /// Decides about a message; `isFull` is whether the queue of its track is full.
    ///
    /// Announcements, gaps and ends are always accepted: they are few, and stages below depend on them.
    mutating func admit<Content: Payload>(_ message: Message<Content>, isFull: Bool) -> OfferResult {
        guard case .payload(let payload) = message else { return .accepted }
        let index = tracks.firstIndex { $0.track == payload.trackID }
        if isFull {
            let result = policy.resultWhenFull
            if result == .dropped { drop(payload.trackID, index) }
            return result
        }
        guard let index, tracks[index].isDropping else { return .accepted }
        guard payload.isIndependent else {
            drop(payload.trackID, index)
            return .dropped
        }
        tracks[index].isDropping = false
        return .accepted
    }

    private mutating func drop(_ track: Track.ID?, _ index: Int?) {
        let index = index ?? tracks.count
        if index == tracks.count { tracks.append(TrackState(track: track)) }
        tracks[index].isDropping = true
        tracks[index].dropCount += 1
    }
}
