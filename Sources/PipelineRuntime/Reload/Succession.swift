import Media
import StageKit

/// How a stage goes on with the tracks of the one whose place it took.
///
/// The time between them is told as a gap, and nothing goes back before what was given: a source that begins at zero
/// is heard from where the other ended.
struct Succession<Content: Payload>: Sendable {
    private var waiting: Set<Track.ID>
    private var announced: Set<Track.ID> = []
    private var hasBegun = false
    private let last: Int64?

    /// Goes on with tracks that are open, after a link time in nanoseconds.
    init(_ open: [Track.ID], after last: Int64?) {
        waiting = Set(open)
        self.last = last
    }

    /// Whether every track has gone on or ended.
    var isOver: Bool { waiting.isEmpty }

    /// The messages that go down.
    mutating func admit(_ messages: [Message<Content>]) -> [Message<Content>] {
        var rest: [Message<Content>] = []
        for message in messages {
            switch message {
            case .track(let track): announced.insert(track.id)
            case .gap: break
            case .end(let id): waiting.remove(id)
            case .payload(let payload): guard admit(payload, to: &rest) else { continue }
            }
            rest.append(message)
        }
        return rest
    }

    private mutating func admit(_ payload: Content, to rest: inout [Message<Content>]) -> Bool {
        guard let track = payload.trackID, waiting.contains(track) else { return true }
        guard payload.isIndependent, (payload.linkTime ?? .max) > (last ?? .min) else { return false }
        if !hasBegun {
            // All tracks are announced before the first payload: the others will not come again.
            hasBegun = true
            for gone in waiting.subtracting(announced).sorted() { rest.append(.end(gone)) }
            waiting.formIntersection(announced)
        }
        waiting.remove(track)
        if last != nil { rest.append(.gap(track, until: payload.presentation)) }
        return true
    }
}

extension Payload {
    /// When it is presented.
    var presentation: MediaTime {
        if let sample = self as? Sample { return sample.presentationTime }
        if let frame = self as? Frame { return frame.presentationTime }
        return .nanoseconds(linkTime ?? 0)
    }
}
