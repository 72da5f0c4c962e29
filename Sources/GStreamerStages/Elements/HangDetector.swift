import Dispatch
import StageKit
import Synchronization

/// Detects elements that make no progress although nothing downstream blocks them.
final class HangDetector: Sendable {
    /// The progress of a pipeline. Each phase has a separate timeout.
    enum Phase: Int, Sendable, Comparable {
        /// The source has not delivered data yet.
        case awaitingData
        /// The source has delivered data, but no track has been announced yet.
        case announcingTracks
        case running

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// The timeout for the first data of a source.
    struct Arrival: Sendable {
        /// nil for no limit.
        var limit: Duration?
        /// The error after the limit; nil for the default.
        var lateText: String?
        /// Called once if no data has arrived within the default timeout and the wait continues.
        var isLate: @Sendable () -> Void = {}
    }

    private let progressCount = Atomic<Int>(0)
    private let blockedCount = Atomic<Int>(0)
    private let armed = Atomic<Int>(0)
    private let phase = Mutex(Phase.running)
    private let arrival = Mutex(Arrival())
    private let reason = Mutex<String?>(nil)
    private let cancel = HandlerSlot<@Sendable () -> Void>()

    /// Reports progress.
    func recordProgress() { progressCount.add(1, ordering: .relaxed) }

    /// Reports progress of streams that are not delivered, which is none of tracks that have not been announced.
    func recordSideProgress() { if phase.withLock({ $0 }) == .running { recordProgress() } }

    /// The reason why a track that delivers data is not announced; nil if none is known.
    var obstacle: String? {
        get { reason.withLock { $0 } }
        set { reason.withLock { $0 = newValue } }
    }

    /// Starts in the phase of waiting for the source's first data.
    func awaitData(_ arrival: Arrival) {
        self.arrival.withLock { $0 = arrival }
        phase.withLock { $0 = .awaitingData }
    }

    /// Enters a phase. Phases do not go backwards.
    func reach(_ next: Phase) {
        phase.withLock { $0 = max($0, next) }
        recordProgress()
    }

    /// Runs an operation that may block without being a hang, such as sending to a full link.
    func whileBlocked<Value>(_ body: () -> Value) -> Value {
        blockedCount.add(1, ordering: .relaxed)
        defer {
            blockedCount.subtract(1, ordering: .relaxed)
            recordProgress()
        }
        return body()
    }

    /// Runs an operation that waits for other tracks. It counts as a hang if none of them makes progress either.
    func whileWaitingForTracks(_ body: () -> Void) {
        body()
        recordProgress()
    }

    /// Enables detection. Each call must be balanced by a call of `disarm`.
    func arm() {
        recordProgress()
        armed.add(1, ordering: .relaxed)
    }
    func disarm() { armed.subtract(1, ordering: .relaxed) }

    /// The error of a source that delivers no data; nil for the default.
    var lateText: String? { arrival.withLock { $0.lateText } }

    /// Checks for progress four times per `limits.silence`, or per limit of the first data if that is shorter. Calls
    /// `hung` when there was none for the timeout of the current phase.
    func start(_ limits: ElementTimeouts, hung: @escaping @Sendable (Phase) -> Void) {
        let source = DispatchSource.makeTimerSource()
        let interval = min(limits.silence, arrival.withLock { $0.limit } ?? limits.silence) / 4
        let lateCount = max(1, Int((limits.silence / interval).rounded(.up)))
        nonisolated(unsafe) var last = (moves: -1, phase: Phase.running, looks: 0)
        source.setEventHandler { [weak self] in
            // Safe because a timer's handler never runs concurrently with itself.
            guard let self else { return }
            let (moves, phase) = (progressCount.load(ordering: .relaxed), phase.withLock { $0 })
            let isExcused = blockedCount.load(ordering: .relaxed) > 0 || armed.load(ordering: .relaxed) == 0
            let isSilent = moves == last.moves && phase == last.phase && !isExcused
            last = isSilent ? (moves, phase, last.looks + 1) : (moves, phase, 0)
            let arrival = arrival.withLock { $0 }
            if phase == .awaitingData, last.looks == lateCount, arrival.limit.map({ $0 > limits.silence }) ?? true {
                arrival.isLate()
            }
            let limit: Duration? =
                switch phase {
                case .awaitingData: arrival.limit
                case .announcingTracks: limits.trackAnnouncement
                case .running: limits.silence
                }
            if let limit, last.looks == max(1, Int((limit / interval).rounded(.up))) { hung(phase) }
        }
        source.schedule(deadline: .now() + interval.dispatchInterval, repeating: interval.dispatchInterval)
        // Safe because other threads only cancel the source, which is allowed from any thread.
        nonisolated(unsafe) let timer = source
        cancel.set { timer.cancel() }
        source.resume()
    }

    func stop() { cancel.take()?() }
}
