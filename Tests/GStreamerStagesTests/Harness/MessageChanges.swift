import Media
import StageKit
import StageTesting

/// A payload whose track can be changed.
protocol TrackPayload: Payload {
    var track: Track.ID { get set }
}

extension Frame: TrackPayload {}
extension Sample: TrackPayload {}

extension Message {
    var isPayload: Bool { payload != nil }
}

extension Message where Content: TrackPayload {
    /// Returns the message with another track identity.
    func renamed(_ id: UInt32) -> Message {
        let id = Track.ID(rawValue: id)
        switch self {
        case .track(var track):
            track.id = id
            return .track(track)
        case .payload(var payload):
            payload.track = id
            return .payload(payload)
        case .gap(_, let until): return .gap(id, until: until)
        case .end: return .end(id)
        }
    }
}
