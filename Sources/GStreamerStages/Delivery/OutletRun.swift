import Media
import StageKit
import Synchronization

/// What the tracks of one running pipeline have in common: where payloads go, and how the run ends.
final class OutletRun<Output: Payload>: Sendable {
    let outcome: RunOutcome
    let watch: HangDetector
    private let gate: TrackGate
    private let ownsGate: Bool
    private let output: any Outlet<Output>
    private let outputClosed = Atomic<Bool>(false)
    private let sharing = Atomic<Bool>(false)
    private let waiting = Atomic<Bool>(false)
    /// Runs when a track begins to wait for others.
    private let whenWaiting: @Sendable () -> Void

    /// Whether times count from the first time stamp of all tracks, and not from each track's segments.
    ///
    /// Demuxers other than that of MP4 send segments that contradict each other: Matroska's gives the first picture
    /// another one than the second.
    var sharesOrigin: Bool { sharing.load(ordering: .relaxed) }
    func shareOrigin(_ shares: Bool) { sharing.store(shares, ordering: .relaxed) }
    /// The end of the track that reaches furthest, in nanoseconds of running time.
    private let end = Atomic<Int64>(0)
    private let open = Mutex<(tracks: Set<Track.ID>, counted: Int, isComplete: Bool, hasAny: Bool)>(
        ([], 0, false, false))

    /// What is added to all times.
    let shift: TimeShift

    /// With a gate of its own, or with one that other pipelines share.
    init(
        _ pipeline: ElementPipeline, _ output: any Outlet<Output>, sharing shared: TrackGate? = nil,
        shift: TimeShift = TimeShift(),
        whenWaiting: @escaping @Sendable () -> Void = {}
    ) {
        let (outcome, watch) = (pipeline.outcome, pipeline.watch)
        self.outcome = outcome
        self.watch = watch
        self.output = output
        self.shift = shift
        self.whenWaiting = whenWaiting
        ownsGate = shared == nil
        if let shared {
            gate = shared
            return
        }
        gate = TrackGate { tracks in
            watch.reach(.running)
            for track in tracks where !outcome.isDecided {
                if !watch.whileBlocked({ output.offer(.track(track)) }) { outcome.finish() }
            }
        }
        outcome.onDecision { [gate] in gate.abandon() }
    }

    /// Adds a track that has to end before the run does.
    func expect(_ id: Track.ID) {
        gate.expect(id)
        // Others may not wait for a track that will not come.
        outcome.onDecision { [gate] in gate.remove(id) }
        open.withLock { open in
            open.tracks.insert(id)
            open.hasAny = true
        }
    }

    /// Adds a stream that is not delivered and has to end before the run does.
    func addCountedStream() { open.withLock { $0.counted += 1 } }

    /// A stream that is not delivered has ended.
    func countedStreamEnded() {
        let isOver = open.withLock { open in
            open.counted -= 1
            return Self.isOver(open)
        }
        if isOver { outcome.finish() }
    }

    private static func isOver(_ open: (tracks: Set<Track.ID>, counted: Int, isComplete: Bool, hasAny: Bool)) -> Bool {
        open.isComplete && open.tracks.isEmpty && open.counted == 0
    }

    /// Makes tracks wait for the first time stamp of a stream that is not delivered.
    func awaitFirstTimestamp(_ id: Track.ID) {
        gate.expect(id)
        outcome.onDecision { [gate] in gate.remove(id) }
    }

    /// A stream that is not delivered begins; nil where it has ended without a time stamp.
    func recordFirstTimestamp(_ id: Track.ID, timestamp: Int64?) {
        watch.whileBlocked { gate.recordFirstTimestamp(id, timestamp: timestamp) }
    }

    /// Times count from this time stamp or an earlier one; without effect once tracks are announced.
    func lowerOrigin(_ timestamp: Int64) { gate.lowerOrigin(timestamp) }

    /// Announces a track together with the others of its gate, and waits for them.
    func announce(_ track: Track, timestamp: Int64?) {
        let isOpen = watch.whileBlocked { gate.enter(track, timestamp: timestamp) }
        if !isOpen {
            waiting.store(true, ordering: .relaxed)
            whenWaiting()
        }
        // Other pipelines have watches of their own.
        if ownsGate { watch.whileWaitingForTracks { gate.wait() } } else { watch.whileBlocked { gate.wait() } }
        waiting.store(false, ordering: .relaxed)
    }

    /// Announces a track together with the others of its gate, without waiting for them.
    func enter(_ track: Track) { _ = watch.whileBlocked { gate.enter(track, timestamp: nil) } }

    /// Waits until the tracks have been announced.
    func waitForOthers() { watch.whileWaitingForTracks { gate.wait() } }

    /// Whether a track waits for others to be announced.
    var isWaiting: Bool { waiting.load(ordering: .relaxed) && !gate.isOpen }
    /// The earliest first time stamp of any track, in nanoseconds; known once they are announced.
    var firstTimestamp: Int64 { gate.firstTimestamp }

    /// A track has come this far.
    func recordEnd(_ time: Int64) { end.max(time, ordering: .relaxed) }
    /// How far any track has come, in nanoseconds.
    var latestEnd: Int64 { end.load(ordering: .relaxed) }
    /// Whether any track has been found.
    var hasTracks: Bool { open.withLock { $0.hasAny } }

    /// No further tracks will come.
    func completeTracks() {
        gate.completeList()
        let isOver = open.withLock { open in
            open.isComplete = true
            return Self.isOver(open)
        }
        if isOver { outcome.finish() }
    }

    /// A track has ended; with the last one ends the run.
    func trackEnded(_ id: Track.ID) {
        gate.remove(id)
        let isOver = open.withLock { open in
            open.tracks.remove(id)
            return Self.isOver(open)
        }
        if isOver { outcome.finish() }
    }

    /// Gives one message on and waits where the link below asks for it.
    func offer(_ message: Message<Output>) {
        if !watch.whileBlocked({ output.offer(message) }) { closeOutput() }
    }

    /// Whether the run ended because nobody takes its payloads.
    var isOutputClosed: Bool { outputClosed.load(ordering: .relaxed) }

    private func closeOutput() {
        outputClosed.store(true, ordering: .relaxed)
        outcome.finish()
    }
}
