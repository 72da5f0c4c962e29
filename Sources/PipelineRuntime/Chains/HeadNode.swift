import Media
import StageKit

/// The beginning of a chain below a source or a processor: watches what it gives.
final class HeadNode<Content: Payload>: ReceivingNode<Content> {
    private let children: [ReceivingNode<Content>]
    private var unused: UnusedTracks
    private var open: [Track.ID] = []
    private var limiter: DurationLimiter?
    private var progress = MediaPosition()

    init(
        stage: Int, board: ChainBoard, children: [ReceivingNode<Content>], unused: UnusedTracks,
        limiter: DurationLimiter?
    ) {
        self.children = children
        self.unused = unused
        self.limiter = limiter
        super.init(stage: stage, board: board, parents: [])
    }

    override var position: MediaPosition? { progress }
    override var hasReachedDuration: Bool { limiter?.isDone ?? false }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        guard limiter == nil else { return try receiveLimited(batch) }
        try giveOn(batch)
    }

    private func receiveLimited(_ batch: Batch<Content>) throws(StageFailure) {
        let rest = limiter?.limit(batch.messages) ?? batch.messages
        if !rest.isEmpty { try giveOn(Batch(rest)) }
    }

    private func giveOn(_ batch: Batch<Content>) throws(StageFailure) {
        counters.add(sent: batch.measure)
        progress.note(batch.measure)
        if batch.hasAnnouncements { note(batch) }
        try give(batch, to: children)
    }

    private func note(_ batch: Batch<Content>) {
        unused.note(batch, stage: stage, board: board)
        for message in batch.messages {
            switch message {
            case .track(let track):
                if !open.contains(track.id) { open.append(track.id) }
                progress.note(track)
            case .end(let track): open.removeAll { $0 == track }
            case .payload: break
            }
        }
    }

    /// Ends the tracks that the stage has not ended itself.
    override func finish() throws(StageFailure) {
        guard !open.isEmpty else { return }
        let ends = open.map { Message<Content>.end($0) }
        open = []
        try give(Batch(ends), to: children)
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

    /// Seconds of media since the first payload; nil before it.
    var seconds: Double? {
        guard let first, let last else { return nil }
        return (Double(last) - Double(first)) / 1e9
    }
}
