import Media
import StageKit

/// The first node of a chain below a source or a processor. Tracks the position and the open tracks of the stage.
final class ChainHeadNode<Content: Payload>: ReceivingNode<Content> {
    let fanOut: FanOut<Content>
    private var unused: UnusedTracks
    private var open: [Track.ID] = []
    /// The continuation of the tracks of a replaced stage; nil once every track has continued or ended.
    private var succession: TrackContinuation<Content>?
    /// Whether the stage is about to be replaced, so that the ends of its tracks are not passed on.
    private var keepsTracks = false
    private var limiter: DurationLimiter?
    private var progress = MediaPosition()

    init(
        stage: Int, board: ChainEffects, fanOut: FanOut<Content>, unused: UnusedTracks,
        limiter: DurationLimiter?
    ) {
        self.fanOut = fanOut
        self.unused = unused
        self.limiter = limiter
        super.init(stage: stage, board: board, parents: [])
    }

    override var position: MediaPosition? { progress }
    override var hasReachedDuration: Bool { limiter?.isDone ?? false }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        if keepsTracks, batch.hasAnnouncements { return try receiveLast(batch) }
        if succession != nil { return try receiveSucceeding(batch) }
        guard limiter == nil else { return try receiveLimited(batch) }
        try sendThrough(batch)
    }

    /// Keeps the tracks open when the stage ends, for the stage that replaces it.
    func keepTracks() { keepsTracks = true }

    private func receiveLast(_ batch: Batch<Content>) throws(StageFailure) {
        let rest = batch.messages.filter { if case .end = $0 { false } else { true } }
        guard !rest.isEmpty else { return }
        // The stage may itself be a replacement that has not sent a payload yet.
        if succession != nil { return try receiveSucceeding(Batch(rest)) }
        if limiter == nil { try sendThrough(Batch(rest)) } else { try receiveLimited(Batch(rest)) }
    }

    /// Continues the open tracks with payloads of another stage, all later than the last payload sent.
    func succeed(by stage: Int) {
        self.stage = stage
        keepsTracks = false
        succession = TrackContinuation(open, after: progress.lastTime)
    }

    override func detach(_ stages: Set<Int>) { fanOut.detach(stages) }

    private func receiveSucceeding(_ batch: Batch<Content>) throws(StageFailure) {
        guard var succession else { return }
        let rest = succession.admit(batch.messages)
        self.succession = succession.isOver ? nil : succession
        if rest.isEmpty { return }
        if limiter == nil { try sendThrough(Batch(rest)) } else { try receiveLimited(Batch(rest)) }
    }

    private func receiveLimited(_ batch: Batch<Content>) throws(StageFailure) {
        let rest = limiter?.limit(batch.messages) ?? batch.messages
        if !rest.isEmpty { try sendThrough(Batch(rest)) }
    }

    private func sendThrough(_ batch: Batch<Content>) throws(StageFailure) {
        counters.add(sent: batch.measure)
        progress.note(batch.measure)
        if batch.hasAnnouncements { note(batch) }
        try fanOut.give(batch)
    }

    private func note(_ batch: Batch<Content>) {
        unused.note(batch, stage: stage, board: board)
        for message in batch.messages {
            switch message {
            case .track(let track):
                if !open.contains(track.id) { open.append(track.id) }
                progress.note(track)
            case .end(let track): open.removeAll { $0 == track }
            case .payload, .gap: break
            }
        }
    }

    /// Ends the tracks that the stage has left open.
    override func finish() throws(StageFailure) {
        guard !open.isEmpty else { return }
        let ends = open.map { Message<Content>.end($0) }
        open = []
        try fanOut.give(Batch(ends))
    }
}

/// The media position of a source or a processor.
struct MediaPosition: Sendable {
    private var first: Int64?
    private var last: Int64?
    /// The longest duration that a track declares.
    private(set) var announced: MediaTime?

    mutating func note(_ measure: BatchMeasure) {
        guard let from = measure.first, let to = measure.last else { return }
        first = min(first ?? from, from)
        last = max(last ?? to, to)
    }

    mutating func note(_ track: Track) {
        guard let duration = track.duration, !duration.isIndefinite else { return }
        announced = max(announced ?? duration, duration)
    }

    /// The link time of the last payload, in nanoseconds.
    var lastTime: Int64? { last }
    /// The media time since the first payload, in seconds; nil before the first payload.
    var seconds: Double? {
        guard let first, let last else { return nil }
        return (Double(last) - Double(first)) / 1e9
    }
}
