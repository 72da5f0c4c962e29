import Media
import StageKit
import Synchronization

/// The shared state of the tracks of a running pipeline: their output and the end of the run.
final class OutletRun<Output: Payload>: Sendable {
    let outcome: RunOutcome
    let watch: HangDetector
    private let gate: TrackGate
    private let ownsGate: Bool
    private let output: any Outlet<Output>
    private let outputClosed = Atomic<Bool>(false)
    private let sharing = Atomic<Bool>(false)
    private let waiting = Atomic<Bool>(false)
    /// Called when a track starts to wait for other tracks.
    private let whenWaiting: @Sendable () -> Void
    /// The treatment of tracks that do not start; nil for files, whose tracks all have to.
    private let tolerance = Mutex<TrackTolerance?>(nil)

    /// Whether times are relative to the first timestamp of all tracks instead of each track's segments.
    ///
    /// Demuxers other than that of MP4 send contradicting segments: Matroska's segment for the first frame differs from
    /// that for the second.
    var sharesOrigin: Bool { sharing.load(ordering: .relaxed) }
    func shareOrigin(_ shares: Bool) { sharing.store(shares, ordering: .relaxed) }
    private let origin = Mutex<Int64?>(nil)
    private let endDeclaring = Atomic<Bool>(false)
    /// The latest end of any track in nanoseconds of running time.
    private let end = Atomic<Int64>(0)
    private struct OpenState {
        /// The number of pads of each track: more than one while a pad replaces another.
        var tracks: [Track.ID: Int] = [:]
        var counted = 0
        /// The tracks whose samples are not supported.
        var unsupported: Set<Track.ID> = []
        var isComplete = false
        var hasAny = false

        var isOver: Bool { isComplete && tracks.isEmpty && counted == 0 }
    }
    private let open = Mutex(OpenState())

    /// The chapters of the input; nil if it has none.
    let chapters: ChapterList?
    /// The offset added to all times.
    let shift: TimeShift

    /// Creates a separate gate, or uses one shared with other pipelines.
    init(
        _ pipeline: ElementPipeline, _ output: any Outlet<Output>, sharing shared: TrackGate? = nil,
        shift: TimeShift = TimeShift(), chapters: ChapterList? = nil,
        whenWaiting: @escaping @Sendable () -> Void = {}
    ) {
        let (outcome, watch) = (pipeline.outcome, pipeline.watch)
        self.outcome = outcome
        self.watch = watch
        self.output = output
        self.shift = shift
        self.chapters = chapters
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

    /// Lets tracks start without others that do not. These are announced when they start.
    func tolerate(_ tolerance: TrackTolerance) { self.tolerance.withLock { $0 = tolerance } }

    /// Whether tracks may start without others.
    var toleratesMissingTracks: Bool { tolerance.withLock { $0 != nil } }

    private func waitForTracks() {
        guard let tolerance = tolerance.withLock({ $0 }) else { return gate.wait() }
        if gate.wait(for: tolerance.limit) { return }
        let late = gate.openEarly()
        if !late.isEmpty, !outcome.isDecided { tolerance.reportLate(late) }
        gate.wait()
    }

    /// Continues without a track whose format cannot be read, or not yet. Returns false if that ends the run.
    func continueWithout(_ id: Track.ID, because error: StageError) -> Bool {
        guard let tolerance = tolerance.withLock({ $0 }) else { return false }
        watch.obstacle = error.message
        guard error.code == .unsupportedMedia else { return true }
        let hasOthers = open.withLock { open in
            open.unsupported.insert(id)
            return !open.isComplete || !open.unsupported.isSuperset(of: open.tracks.keys)
        }
        guard hasOthers else { return false }
        gate.remove(id)
        tolerance.reportUnsupported(id, error)
        return true
    }

    /// Adds a track that must end before the run does.
    func expect(_ id: Track.ID) {
        gate.expect(id)
        // Other tracks must not wait for a track that will not be announced.
        outcome.onDecision { [gate] in gate.remove(id) }
        open.withLock { open in
            open.tracks[id, default: 0] += 1
            open.unsupported.remove(id)
            open.hasAny = true
        }
    }

    /// Adds a stream that is counted but not delivered and must end before the run does.
    func addCountedStream() { open.withLock { $0.counted += 1 } }

    /// Records that a counted stream has ended.
    func countedStreamEnded() {
        let isOver = open.withLock { open in
            open.counted -= 1
            return open.isOver
        }
        if isOver { outcome.finish() }
    }

    /// Makes tracks wait for the first timestamp of a stream that is not delivered.
    func awaitFirstTimestamp(_ id: Track.ID) {
        gate.expect(id)
        outcome.onDecision { [gate] in gate.remove(id) }
    }

    /// Records the first timestamp of a stream that is not delivered; nil if it ended without one.
    func recordFirstTimestamp(_ id: Track.ID, timestamp: Int64?) {
        watch.whileBlocked { gate.recordFirstTimestamp(id, timestamp: timestamp) }
    }

    /// Lowers the time origin to this timestamp. Has no effect once tracks are announced.
    func lowerOrigin(_ timestamp: Int64) { gate.lowerOrigin(timestamp) }

    /// Sets the time origin that another run of the input has found, in nanoseconds.
    func setOrigin(_ timestamp: Int64) { origin.withLock { $0 = timestamp } }

    /// Whether the container declares its duration from time zero instead of the first timestamp.
    var declaresEnd: Bool { endDeclaring.load(ordering: .relaxed) }
    func setDeclaresEnd() { endDeclaring.store(true, ordering: .relaxed) }

    /// Announces a track together with the others of its gate, and waits for them.
    func announce(_ track: Track, timestamp: Int64?) {
        let isOpen = watch.whileBlocked { gate.enter(track, timestamp: timestamp) }
        if !isOpen {
            waiting.store(true, ordering: .relaxed)
            whenWaiting()
        }
        // Other pipelines have separate hang detectors.
        if ownsGate { watch.whileWaitingForTracks(waitForTracks) } else { watch.whileBlocked { gate.wait() } }
        waiting.store(false, ordering: .relaxed)
    }

    /// Announces a track together with the others of its gate, without waiting for them.
    func enter(_ track: Track) { _ = watch.whileBlocked { gate.enter(track, timestamp: nil) } }

    /// Waits until the tracks have been announced.
    func waitForOthers() { watch.whileWaitingForTracks { gate.wait() } }

    /// Whether a track waits for others to be announced.
    var isWaiting: Bool { waiting.load(ordering: .relaxed) && !gate.isOpen }
    /// The time origin in nanoseconds: the earliest first timestamp of any track, unless it was set. Valid once the
    /// tracks are announced.
    var firstTimestamp: Int64 { origin.withLock { $0 } ?? gate.firstTimestamp }

    /// Records that a track has media up to this time.
    func recordEnd(_ time: Int64) { end.max(time, ordering: .relaxed) }
    /// The latest end of any track, in nanoseconds.
    var latestEnd: Int64 { end.load(ordering: .relaxed) }
    /// Whether any track has been found.
    var hasTracks: Bool { open.withLock { $0.hasAny } }

    /// Records that no more tracks will be added.
    func completeTracks() {
        gate.completeList()
        let isOver = open.withLock { open in
            open.isComplete = true
            return open.isOver
        }
        if isOver { outcome.finish() }
    }

    /// Records that more tracks may be added, so that the end of the present ones does not end the run.
    func expectTracks() { open.withLock { $0.isComplete = false } }

    /// Records that a track has ended. The run ends with the last track.
    func trackEnded(_ id: Track.ID) {
        gate.remove(id)
        let isOver = open.withLock { open in
            let rest = open.tracks[id, default: 1] - 1
            open.tracks[id] = rest > 0 ? rest : nil
            return open.isOver
        }
        if isOver { outcome.finish() }
    }

    /// Sends one message and blocks while the downstream queue is full.
    func offer(_ message: Message<Output>) {
        if !watch.whileBlocked({ output.offer(message) }) { closeOutput() }
    }

    /// Whether the run ended because the output accepts no more payloads.
    var isOutputClosed: Bool { outputClosed.load(ordering: .relaxed) }

    private func closeOutput() {
        outputClosed.store(true, ordering: .relaxed)
        outcome.finish()
    }
}
