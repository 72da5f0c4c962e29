import Media
import StageKit

/// Chooses where a stage that is added to a running pipeline starts: at the first sync sample of a track that needs
/// one; the other tracks start at the same time.
struct JoinFilter<Content: Payload>: Sendable {
    private var cutting: Set<Track.ID> = []
    private var waiting: Set<Track.ID> = []
    private var place: MediaTime?

    /// Creates a filter; nil for payload types that decode independently.
    init?() { if Content.self != Sample.self { return nil } }

    /// Removes the messages before the start. Returns the filter, or nil once every track has started.
    mutating func filter(_ messages: inout [Message<Content>]) -> JoinFilter? {
        messages = messages.filter { passes($0) }
        return place != nil && waiting.isEmpty ? nil : self
    }

    private mutating func passes(_ message: Message<Content>) -> Bool {
        switch message {
        case .track(let track):
            if place == nil || !waiting.contains(track.id) { waiting.insert(track.id) }
            if track.needsSyncSamples { cutting.insert(track.id) }
        case .end(let id):
            cutting.remove(id)
            waiting.remove(id)
        case .gap(let id, let until):
            if place == nil, cutting.contains(id) { place = until }
        case .payload(let payload):
            guard let id = payload.trackID, waiting.contains(id) else { return true }
            return begins(payload, id)
        }
        return true
    }

    private mutating func begins(_ payload: Content, _ id: Track.ID) -> Bool {
        let cuts = cutting.contains(id)
        guard !cuts || payload.isIndependent else { return false }
        if place == nil, cuts || cutting.isEmpty { place = payload.presentation }
        guard let place, payload.presentation >= place else { return false }
        waiting.remove(id)
        return true
    }
}

extension Track {
    /// Whether the first sample has to be a sync sample.
    fileprivate var needsSyncSamples: Bool {
        if case .codedAudio(let format) = format { return format.hasSampleDependencies }
        return mediaType == .video
    }
}
