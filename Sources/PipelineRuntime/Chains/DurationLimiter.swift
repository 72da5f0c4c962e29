import Media
import StageKit

/// Ends every track at the same time of the run, by link time, at a payload boundary that leaves the rest decodable.
struct DurationLimiter: Sendable {
    private struct TrackState: Sendable {
        let track: Track.ID
        var hasBegun = false
        var isCapturedVideo = false
        /// Whether later payloads of the track no longer move the origin.
        var isPastOrigin = false
        var isDone = false
    }

    private let duration: Duration
    private let origin: MediaOrigin
    private var trackStates: [TrackState] = []

    /// Ends tracks `duration` after the origin.
    init(_ duration: MediaTime, from origin: MediaOrigin) {
        self.duration = duration.duration
        self.origin = origin
    }

    /// Whether there is at least one track and all tracks have ended.
    var isDone: Bool { !trackStates.isEmpty && trackStates.allSatisfy { $0.isDone } }

    /// Records that the source of this stage has a track.
    func recordTrack(of stage: Int) { origin.recordTrack(of: stage) }

    /// Returns the messages before the limit, with an end for each track that reaches it.
    mutating func limit<Content: Payload>(_ messages: [Message<Content>]) -> [Message<Content>] {
        var rest: [Message<Content>] = []
        rest.reserveCapacity(messages.count)
        for message in messages {
            switch message {
            case .track(let track):
                let index = trackIndex(of: track.id)
                trackStates[index].isCapturedVideo = track.mediaType == .video && track.liveOrigin != nil
                if !trackStates[index].isDone { rest.append(message) }
            case .end(let track):
                let index = trackIndex(of: track)
                if !trackStates[index].isDone { rest.append(message) }
                trackStates[index].isDone = true
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
        let index = trackIndex(of: track)
        if trackStates[index].isDone { return }
        if !trackStates[index].hasBegun { origin.recordStart(time) }
        trackStates[index].hasBegun = true
        if !trackStates[index].isPastOrigin, payload.isIndependent {
            if trackStates[index].isCapturedVideo { origin.recordVideoStart(time) }
            trackStates[index].isPastOrigin = true
        }
        if time - origin.time < duration {
            rest.append(.payload(payload))
        } else {
            finish(index, to: &rest)
        }
    }

    private mutating func admitGap<Content: Payload>(
        _ track: Track.ID, _ until: MediaTime, to rest: inout [Message<Content>]
    ) {
        let index = trackIndex(of: track)
        if trackStates[index].isDone { return }
        // Audio continues through the gap, so video frames after it do not move the origin.
        trackStates[index].isPastOrigin = true
        let limit = origin.time + duration
        if MediaInstant(until) < limit { return rest.append(.gap(track, until: until)) }
        rest.append(.gap(track, until: MediaTime(limit)))
        finish(index, to: &rest)
    }

    private mutating func finish<Content: Payload>(_ index: Int, to rest: inout [Message<Content>]) {
        trackStates[index].isDone = true
        origin.fix()
        rest.append(.end(trackStates[index].track))
    }

    private mutating func trackIndex(of track: Track.ID) -> Int {
        if let index = trackStates.firstIndex(where: { $0.track == track }) { return index }
        trackStates.append(TrackState(track: track))
        return trackStates.count - 1
    }
}
