package import Media

/// Continues tracks whose producer is replaced: a source that is reopened after a loss, a stage that restarts after an
/// error, a stage that a reload replaces, or an encoder after a gap or a change of format.
///
/// A state machine without a clock: receives the messages of the producers and returns the messages to send. A track
/// that is announced with the identity of an open track continues that track.
package struct TrackContinuation<Content: Payload>: Sendable {
    /// The tracks that were announced and have not ended.
    package private(set) var open: OpenTracks
    /// Whether the ends of tracks are withheld, because another producer continues them.
    package var retainsTracks: Bool
    /// The tracks that the current producer has not continued yet.
    private var pending: Set<Track.ID> = []
    /// The tracks that the current producer has announced.
    private var announced: Set<Track.ID> = []
    /// The interruption that the pending tracks resume after; nil if no media is missing.
    private var interruption: Interruption?
    /// The link times at which the substitutes end that were sent in place of media.
    private var substituted: [Track.ID: MediaInstant] = [:]
    /// The link time of the last payload that was sent.
    private var last: MediaInstant?
    /// The link times at which the last payloads of the audio tracks end. Audio resumes at its end, since packets would
    /// overlap otherwise; an encoder pads its last one. Video frames last until the next one.
    private var ends: [Track.ID: MediaInstant] = [:]

    private struct Interruption {
        /// The link time that payloads have to exceed; nil if nothing was sent.
        let last: MediaInstant?
        var hasEnded = false
    }

    /// Creates the continuation of tracks that are already open. `last` is the link time of the last payload, and `ends`
    /// contains the ends of the last payloads by track.
    package init(
        open: OpenTracks = OpenTracks(), after last: MediaInstant? = nil, ends: [Track.ID: MediaInstant] = [:],
        retainsTracks: Bool = false
    ) {
        self.open = open
        self.last = last
        self.ends = ends.filter { open[$0.key]?.mediaType == .audio }
        self.retainsTracks = retainsTracks
    }

    /// Whether every track has continued or ended, and no producer is about to be replaced.
    package var isComplete: Bool { pending.isEmpty && !retainsTracks }

    /// Handles the replacement of the producer after an interruption: the new one may start at any time.
    ///
    /// Each open track resumes, after a gap, at the first sync sample later than the last payload sent. Tracks that the
    /// new producer has not announced before its first payload end.
    package mutating func replaceProducer() {
        pending = Set(open.ids)
        announced = []
        interruption = Interruption(last: last)
    }

    /// Handles the replacement of the producer of some tracks without an interruption. These tracks resume at their
    /// first sync samples.
    package mutating func replaceProducer(of ids: [Track.ID]) {
        if pending.isEmpty { interruption = nil }
        pending.formUnion(ids.filter(open.contains))
    }

    /// Records that gaps or other content were sent in place of a track's media up to a link time. Earlier payloads
    /// are discarded from now on.
    package mutating func substitute(_ id: Track.ID, until time: MediaInstant) { substituted[id] = time }

    /// The end of the content that was sent in place of a track's media; nil if none was sent.
    package func substitutionEnd(of id: Track.ID) -> MediaInstant? { substituted[id] }

    /// Returns the messages that report a gap of a track: none if it is not open.
    package func gap(_ id: Track.ID, until time: MediaTime) -> [Message<Content>] {
        open.contains(id) ? [.gap(id, until: time)] : []
    }

    /// Ends a track, even a retained one. Returns the messages to send: none if it is not open.
    package mutating func end(_ id: Track.ID) -> [Message<Content>] {
        guard open.contains(id) else { return [] }
        open.close(id)
        pending.remove(id)
        substituted[id] = nil
        return [.end(id)]
    }

    /// Ends all tracks. Returns the messages to send.
    package mutating func endAll() -> [Message<Content>] { open.ids.flatMap { end($0) } }
}

extension TrackContinuation {
    /// Returns the messages to send for messages of the current producer.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    package mutating func process(_ messages: [Message<Content>]) -> [Message<Content>] {
        guard !pending.isEmpty || messages.contains(where: { isDiscarded($0) }) else {
            for message in messages { record(message) }
            return messages
        }
        var rest: [Message<Content>] = []
        rest.reserveCapacity(messages.count + 1)
        for message in messages where admit(message, to: &rest) {
            record(message)
            rest.append(message)
        }
        return rest
    }

    /// Records a message that is sent unchanged. Returns false for a message that has to be processed.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    package mutating func recordUnchanged(_ message: Message<Content>) -> Bool {
        guard pending.isEmpty, !isDiscarded(message) else { return false }
        record(message)
        return true
    }

    /// Whether a message is discarded even if no track is pending.
    private func isDiscarded(_ message: Message<Content>) -> Bool {
        switch message {
        case .track, .gap: return false
        case .end: return retainsTracks
        case .payload(let payload):
            guard !substituted.isEmpty, let id = payload.trackID, let end = substituted[id] else { return false }
            return payload.linkTime.map { $0 < end } ?? false
        }
    }

    private mutating func record(_ message: Message<Content>) {
        open.record(message)
        guard case .payload(let payload) = message, let time = payload.linkTime else { return }
        last = max(last ?? time, time)
        guard let id = payload.trackID, let end = payload.linkEnd, open.isAudio(id) else { return }
        ends[id] = end
    }

    /// Returns whether a message is sent. Appends the messages that precede it.
    private mutating func admit(_ message: Message<Content>, to rest: inout [Message<Content>]) -> Bool {
        if isDiscarded(message) { return false }
        switch message {
        case .track(let track): announced.insert(track.id)
        case .gap: break
        case .end(let id): pending.remove(id)
        case .payload(let payload): return admit(payload, to: &rest)
        }
        return true
    }

    private mutating func admit(_ payload: Content, to rest: inout [Message<Content>]) -> Bool {
        guard let id = payload.trackID, pending.contains(id) else { return true }
        let time = payload.linkTime ?? .distantFuture
        guard payload.isIndependent, time >= ends[id] ?? .distantPast else { return false }
        if let interruption {
            guard time > interruption.last ?? .distantPast else { return false }
            if !interruption.hasEnded { endMissingTracks(to: &rest) }
            if interruption.last != nil { rest.append(.gap(id, until: payload.presentationTime)) }
        }
        pending.remove(id)
        return true
    }

    /// All tracks are announced before the first payload, so a track that is missing now does not continue.
    private mutating func endMissingTracks(to rest: inout [Message<Content>]) {
        interruption?.hasEnded = true
        for id in pending.subtracting(announced).sorted() { rest += end(id) }
    }
}
