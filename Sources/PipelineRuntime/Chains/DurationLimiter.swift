import Media
import StageKit
import Synchronization

/// When the media of a run begin: the earliest first payload of any source, in nanoseconds of link time.
final class MediaOrigin: Sendable {
    private let earliest = Atomic<Int64>(.max)

    /// A track's first payload stands here.
    func note(_ time: Int64) { earliest.min(time, ordering: .relaxed) }
    /// The time that is `distance` after the beginning.
    func time(after distance: Int64) -> Int64 {
        Int64(clamping: Int128(earliest.load(ordering: .relaxed)) + Int128(distance))
    }
}

/// Ends every track at one time of the run, by link time, so that what is left still decodes.
struct DurationLimiter: Sendable {
    private struct Course: Sendable {
        let track: Track.ID
        var hasBegun = false
        var isDone = false
    }

    private let nanoseconds: Int64
    private let origin: MediaOrigin
    private var courses: [Course] = []

    /// Ends tracks `duration` after the beginning that all sources of a run share.
    init(_ duration: MediaTime, from origin: MediaOrigin) {
        nanoseconds = duration.nanoseconds
        self.origin = origin
    }

    /// Whether there are tracks and all of them are done.
    var isDone: Bool { !courses.isEmpty && courses.allSatisfy { $0.isDone } }

    /// The messages before the limit, with an end for each track that reaches it.
    mutating func limit<Content: Payload>(_ messages: [Message<Content>]) -> [Message<Content>] {
        var rest: [Message<Content>] = []
        rest.reserveCapacity(messages.count)
        for message in messages {
            switch message {
            case .track(let track):
                if !courses[course(of: track.id)].isDone { rest.append(message) }
            case .end(let track):
                let index = course(of: track)
                if !courses[index].isDone { rest.append(message) }
                courses[index].isDone = true
            case .gap(let track, let until):
                admitGap(track, until, to: &rest)
            case .payload(let payload):
                admit(payload, to: &rest)
            }
        }
        return rest
    }

    private mutating func admit<Content: Payload>(_ payload: Content, to rest: inout [Message<Content>]) {
        guard let track = payload.trackID, let time = payload.linkTime else { return rest.append(.payload(payload)) }
        let index = course(of: track)
        if courses[index].isDone { return }
        if !courses[index].hasBegun { origin.note(time) }
        courses[index].hasBegun = true
        if time < origin.time(after: nanoseconds) {
            rest.append(.payload(payload))
        } else {
            courses[index].isDone = true
            rest.append(.end(track))
        }
    }

    private mutating func admitGap<Content: Payload>(
        _ track: Track.ID, _ until: MediaTime, to rest: inout [Message<Content>]
    ) {
        let index = course(of: track)
        if courses[index].isDone { return }
        let limit = origin.time(after: nanoseconds)
        if until.nanoseconds < limit { return rest.append(.gap(track, until: until)) }
        courses[index].isDone = true
        rest.append(.gap(track, until: .nanoseconds(limit)))
        rest.append(.end(track))
    }

    private mutating func course(of track: Track.ID) -> Int {
        if let index = courses.firstIndex(where: { $0.track == track }) { return index }
        courses.append(Course(track: track))
        return courses.count - 1
    }
}
