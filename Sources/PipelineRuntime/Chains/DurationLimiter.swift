import Media
import StageKit

/// Ends every track a given time after its first payload, by link time, so that what is left still decodes.
struct DurationLimiter: Sendable {
    private struct Course: Sendable {
        let track: Track.ID
        /// The link time at which it ends; nil before its first payload.
        var limit: Int64?
        var isDone = false
    }

    private let nanoseconds: Int64
    private var courses: [Course] = []

    init(_ duration: MediaTime) { nanoseconds = duration.nanoseconds }

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
        let limit = courses[index].limit ?? Int64(clamping: Int128(time) + Int128(nanoseconds))
        courses[index].limit = limit
        if time < limit {
            rest.append(.payload(payload))
        } else {
            courses[index].isDone = true
            rest.append(.end(track))
        }
    }

    private mutating func course(of track: Track.ID) -> Int {
        if let index = courses.firstIndex(where: { $0.track == track }) { return index }
        courses.append(Course(track: track))
        return courses.count - 1
    }
}
