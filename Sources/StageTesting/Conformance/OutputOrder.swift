import Media
import StageKit

/// Checks the order of a stage's output: announcements, payloads in the order of time, ends.
struct OutputOrder<Content: Payload> {
    private struct OpenTrack {
        var lastTime = MediaInstant.distantPast
        var lastGap = MediaTime.zero
    }
    private var open: [Track.ID: OpenTrack] = [:]
    private var ended: Set<Track.ID> = []
    /// The number of payloads seen.
    private(set) var payloads = 0
    /// The first violation.
    private(set) var violation: StageConformance.Violation?

    /// The tracks that were announced and have not ended.
    var openTracks: [Track.ID] { open.keys.sorted() }

    mutating func validate(_ message: Message<Content>) {
        switch message {
        case .track(let track):
            if open[track.id] == nil { open[track.id] = OpenTrack() }
            ended.remove(track.id)
        case .payload(let payload):
            payloads += 1
            guard let id = payload.trackID, isOpen(id, "a \(Content.payloadName)") else { return }
            guard let time = payload.linkTime else { return }
            if time < open[id]?.lastTime ?? time {
                violate("time-order", "the time of a \(Content.payloadName) of track \(id.rawValue) decreases")
            }
            open[id]?.lastTime = time
        case .gap(let id, let until):
            guard isOpen(id, "a gap") else { return }
            if until < open[id]?.lastGap ?? until { violate("time-order", "a gap of track \(id.rawValue) decreases") }
            open[id]?.lastGap = until
        case .end(let id):
            guard isOpen(id, "an end") else { return }
            open[id] = nil
            ended.insert(id)
        }
    }

    private mutating func isOpen(_ id: Track.ID, _ what: String) -> Bool {
        if open[id] != nil { return true }
        if ended.contains(id) {
            violate("output-after-end", "\(what) of track \(id.rawValue) follows the end of the track")
        } else {
            violate("effect-order", "\(what) of track \(id.rawValue) precedes the announcement of the track")
        }
        return false
    }

    private mutating func violate(_ rule: String, _ message: String) {
        violation = violation ?? .init(rule, message)
    }
}
