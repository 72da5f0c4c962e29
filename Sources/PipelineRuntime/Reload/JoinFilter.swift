import Media
import StageKit

/// Chooses where a stage that is added to a running pipeline starts: at the first sync sample of a track that needs
/// one; the other tracks start at the same time.
struct JoinFilter<Content: Payload>: Sendable {
    private var tracksNeedingSync: Set<Track.ID> = []
    private var pendingTracks: Set<Track.ID> = []
    private var startTime: MediaTime?

    /// Creates a filter; nil for payload types that decode independently.
    init?() { if Content.self != Sample.self { return nil } }

    /// Removes the messages before the start. Returns the filter, or nil once every track has started.
    mutating func filter(_ messages: inout [Message<Content>]) -> JoinFilter? {
        messages = messages.filter { passes($0) }
        return startTime != nil && pendingTracks.isEmpty ? nil : self
    }

    private mutating func passes(_ message: Message<Content>) -> Bool {
        switch message {
        case .track(let track):
            if startTime == nil || !pendingTracks.contains(track.id) { pendingTracks.insert(track.id) }
            if track.needsSyncSamples { tracksNeedingSync.insert(track.id) }
        case .end(let id):
            tracksNeedingSync.remove(id)
            pendingTracks.remove(id)
        case .gap(let id, let until):
            if startTime == nil, tracksNeedingSync.contains(id) { startTime = until }
        case .payload(let payload):
            guard let id = payload.trackID, pendingTracks.contains(id) else { return true }
            return isAtStart(payload, id)
        }
        return true
    }

    private mutating func isAtStart(_ payload: Content, _ id: Track.ID) -> Bool {
        let cuts = tracksNeedingSync.contains(id)
        guard !cuts || payload.isIndependent else { return false }
        if startTime == nil, cuts || tracksNeedingSync.isEmpty { startTime = payload.presentationTime }
        guard let startTime, payload.presentationTime >= startTime else { return false }
        pendingTracks.remove(id)
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
