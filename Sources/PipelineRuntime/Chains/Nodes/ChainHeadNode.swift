import Media
import StageKit

/// The first node of a chain below a source or a processor. Records the position of the stage, and ends its tracks.
final class ChainHeadNode<Content: Payload>: ReceivingNode<Content> {
    let fanOut: FanOut<Content>
    private var unused: UnusedTracks
    /// The continuation of the tracks of a stage that is being replaced; nil once every track has continued or ended.
    private var continuation: TrackContinuation<Content>?
    private var limiter: DurationLimiter?
    private var progress = MediaPosition()
    private var newest: MonotonicTime?
    private let losses: MediaLosses

    init(
        stage: Int, board: ChainEffects, fanOut: FanOut<Content>, unused: UnusedTracks,
        limiter: DurationLimiter?, losses: MediaLosses
    ) {
        self.losses = losses
        self.fanOut = fanOut
        self.unused = unused
        self.limiter = limiter
        super.init(stage: stage, board: board, parents: [])
    }

    override var position: MediaPosition? { progress }
    override var tracks: [TrackCounters.Entry] { fanOut.tracks.entries }
    override var lastPayload: MonotonicTime? { newest }
    override var hasReachedDuration: Bool { limiter?.isDone ?? false }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        if continuation != nil { return try receiveContinued(batch) }
        guard limiter == nil else { return try receiveLimited(batch) }
        try sendThrough(batch)
    }

    /// Keeps the tracks open when the stage ends, for the stage that replaces it.
    func retainTracks() {
        // The stage may itself be a replacement that has not sent a payload yet.
        if continuation == nil {
            let ends = fanOut.tracks.entries.reduce(into: [:]) { $0[$1.track.id] = $1.end }
            continuation = TrackContinuation(open: fanOut.open, after: progress.lastTime, ends: ends)
        }
        continuation?.retainsTracks = true
    }

    /// Continues the retained tracks with the payloads of another stage.
    func continueTracks(by stage: Int) {
        self.stage = stage
        continuation?.retainsTracks = false
        continuation?.replaceProducer()
    }

    override func detach(_ stages: Set<Int>) { fanOut.detach(stages) }

    private func receiveContinued(_ batch: Batch<Content>) throws(StageFailure) {
        guard let rest = continuation?.process(batch.messages) else { return }
        if continuation?.isComplete == true { continuation = nil }
        for message in rest {
            guard case .gap(_, let until) = message else { continue }
            let end = MediaInstant(until)
            losses.record("a stage was replaced by a reload", from: progress.lastTime ?? end, until: end)
        }
        if rest.isEmpty { return }
        if limiter == nil { try sendThrough(Batch(rest)) } else { try receiveLimited(Batch(rest)) }
    }

    private func receiveLimited(_ batch: Batch<Content>) throws(StageFailure) {
        if batch.hasAnnouncements { limiter?.recordTrack(of: stage) }
        let rest = limiter?.limit(batch.messages) ?? batch.messages
        if !rest.isEmpty { try sendThrough(Batch(rest)) }
    }

    private func sendThrough(_ batch: Batch<Content>) throws(StageFailure) {
        counters.add(sent: batch.measure)
        progress.record(batch.measure)
        if batch.measure.payloads > 0 { newest = chainEffects.stamp }
        if batch.hasAnnouncements { record(batch) }
        try fanOut.forward(batch)
    }

    private func record(_ batch: Batch<Content>) {
        unused.report(batch, stage: stage, board: chainEffects)
        for message in batch.messages {
            if case .track(let track) = message { progress.record(track) }
        }
    }

    /// Ends the tracks that the stage has left open.
    override func finish() throws(StageFailure) {
        guard !fanOut.open.isEmpty else { return }
        try fanOut.forward(Batch(fanOut.open.ends()))
    }
}
