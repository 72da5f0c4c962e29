import Media
import StageKit

/// Continues the tracks of a stage with the payloads of its replacement.
///
/// The time between them becomes a gap. Payloads that are not later than the last one sent are discarded, so a
/// replacement source that starts at zero takes effect only past that time.
struct TrackContinuation<Content: Payload>: Sendable {
    private var pendingTracks: Set<Track.ID>
    private var announced: Set<Track.ID> = []
    private var hasStarted = false
    private let last: MediaInstant?

    /// Continues tracks that are open, after a link time; nil if nothing was sent.
    init(_ open: [Track.ID], after last: MediaInstant?) {
        pendingTracks = Set(open)
        self.last = last
    }

    /// Whether every track has continued or ended.
    var isComplete: Bool { pendingTracks.isEmpty }

    /// Returns the messages to send.
    mutating func admit(_ messages: [Message<Content>]) -> [Message<Content>] {
        var rest: [Message<Content>] = []
        for message in messages {
            switch message {
            case .track(let track): announced.insert(track.id)
            case .gap: break
            case .end(let id): pendingTracks.remove(id)
            case .payload(let payload): guard admit(payload, to: &rest) else { continue }
            }
            rest.append(message)
        }
        return rest
    }

    private mutating func admit(_ payload: Content, to rest: inout [Message<Content>]) -> Bool {
        guard let track = payload.trackID, pendingTracks.contains(track) else { return true }
        guard payload.isIndependent, (payload.linkTime ?? .distantFuture) > (last ?? .distantPast) else { return false }
        if !hasStarted {
            // All tracks are announced before the first payload, so a track that is missing now does not continue.
            hasStarted = true
            for gone in pendingTracks.subtracting(announced).sorted() { rest.append(.end(gone)) }
            pendingTracks.formIntersection(announced)
        }
        pendingTracks.remove(track)
        if last != nil { rest.append(.gap(track, until: payload.presentation)) }
        return true
    }
}

extension Payload {
    /// The presentation time.
    var presentation: MediaTime {
        if let sample = self as? Sample { return sample.presentationTime }
        if let frame = self as? Frame { return frame.presentationTime }
        return MediaTime(linkTime ?? .zero)
    }
}
