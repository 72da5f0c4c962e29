import Media
import StageKit

/// The beginning of a chain below a source or a processor: watches what it gives.
final class HeadNode<Content: Payload>: ReceivingNode<Content> {
    let fanOut: FanOut<Content>
    private var unused: UnusedTracks
    private var open: [Track.ID] = []
    /// How a stage goes on that took the place of another; nil when all its tracks have.
    private var succession: Succession<Content>?
    /// Whether the stage is about to leave its tracks to another, so that they do not end with it.
    private var keepsTracks = false
    private var limiter: DurationLimiter?
    private var progress = MediaPosition()

    init(
        stage: Int, board: ChainBoard, fanOut: FanOut<Content>, unused: UnusedTracks,
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
        try giveOn(batch)
    }

    /// The stage comes to its end, and its tracks do not.
    func keepTracks() { keepsTracks = true }

    private func receiveLast(_ batch: Batch<Content>) throws(StageFailure) {
        let rest = batch.messages.filter { if case .end = $0 { false } else { true } }
        guard !rest.isEmpty else { return }
        // It may itself have taken another's place and not have begun.
        if succession != nil { return try receiveSucceeding(Batch(rest)) }
        if limiter == nil { try giveOn(Batch(rest)) } else { try receiveLimited(Batch(rest)) }
    }

    /// Another stage gives from now on, with the same tracks and not earlier than the last payload.
    func succeed(by stage: Int) {
        self.stage = stage
        keepsTracks = false
        succession = Succession(open, after: progress.lastTime)
    }

    override func detach(_ stages: Set<Int>) { fanOut.detach(stages) }

    private func receiveSucceeding(_ batch: Batch<Content>) throws(StageFailure) {
        guard var succession else { return }
        let rest = succession.admit(batch.messages)
        self.succession = succession.isOver ? nil : succession
        if rest.isEmpty { return }
        if limiter == nil { try giveOn(Batch(rest)) } else { try receiveLimited(Batch(rest)) }
    }

    private func receiveLimited(_ batch: Batch<Content>) throws(StageFailure) {
        let rest = limiter?.limit(batch.messages) ?? batch.messages
        if !rest.isEmpty { try giveOn(Batch(rest)) }
    }

    private func giveOn(_ batch: Batch<Content>) throws(StageFailure) {
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

    /// Ends the tracks that the stage has not ended itself.
    override func finish() throws(StageFailure) {
        guard !open.isEmpty else { return }
        let ends = open.map { Message<Content>.end($0) }
        open = []
        try fanOut.give(Batch(ends))
    }
}

/// How far a source is.
struct MediaPosition: Sendable {
    private var first: Int64?
    private var last: Int64?
    /// The longest duration that a track announced.
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

    /// When the last payload stands, in nanoseconds of link time.
    var lastTime: Int64? { last }
    /// Seconds of media since the first payload; nil before it.
    var seconds: Double? {
        guard let first, let last else { return nil }
        return (Double(last) - Double(first)) / 1e9
    }
}
