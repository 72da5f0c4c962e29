import Dispatch
import StageKit
import Synchronization

/// Notices when elements stop moving although nothing below holds them up.
final class HangWatch: Sendable {
    /// How far a pipeline is; each phase has a limit of its own.
    enum Phase: Int, Sendable, Comparable {
        /// The source has delivered nothing yet.
        case awaitingData
        /// Data comes, and no track has been announced yet.
        case beginning
        case running

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// How the first data of a source is waited for.
    struct Arrival: Sendable {
        /// Nil for no limit.
        var limit: Duration?
        /// Runs once where nothing has come for the usual limit and the wait goes on.
        var isLate: @Sendable () -> Void = {}
    }

    private let moves = Atomic<Int>(0)
    private let held = Atomic<Int>(0)
    private let armed = Atomic<Int>(0)
    private let phase = Mutex(Phase.running)
    private let arrival = Mutex(Arrival())
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    /// Counts a sign of life.
    func note() { moves.add(1, ordering: .relaxed) }

    /// Waits for the first data of the source before anything else is expected.
    func awaitData(_ arrival: Arrival) {
        self.arrival.withLock { $0 = arrival }
        phase.withLock { $0 = .awaitingData }
    }

    /// The pipeline has come to this phase, and does not go back.
    func reach(_ next: Phase) {
        phase.withLock { $0 = max($0, next) }
        note()
    }

    /// Runs what may rightly block, such as giving a payload to a full link.
    func heldUp<Value>(_ body: () -> Value) -> Value {
        held.add(1, ordering: .relaxed)
        defer {
            held.subtract(1, ordering: .relaxed)
            note()
        }
        return body()
    }

    /// Runs what waits for other tracks; that none of them moves either is a hang.
    func heldUpByOthers(_ body: () -> Void) {
        body()
        note()
    }

    /// Expects signs of life from now on, until as many calls of `disarm`.
    func arm() {
        note()
        armed.add(1, ordering: .relaxed)
    }
    func disarm() { armed.subtract(1, ordering: .relaxed) }

    /// Looks four times in each of the limit of silence and calls `hung` when all was silent for the limit of the phase.
    func start(_ limits: TimeLimits, hung: @escaping @Sendable (Phase) -> Void) {
        let source = DispatchSource.makeTimerSource()
        let interval = limits.silence / 4
        nonisolated(unsafe) var last = (moves: -1, phase: Phase.running, looks: 0)
        source.setEventHandler { [weak self] in
            // Safe because a timer's handler never runs twice at a time.
            guard let self else { return }
            let (moves, phase) = (moves.load(ordering: .relaxed), phase.withLock { $0 })
            let isExcused = held.load(ordering: .relaxed) > 0 || armed.load(ordering: .relaxed) == 0
            let isSilent = moves == last.moves && phase == last.phase && !isExcused
            last = isSilent ? (moves, phase, last.looks + 1) : (moves, phase, 0)
            let arrival = arrival.withLock { $0 }
            if phase == .awaitingData, last.looks == 4, arrival.limit.map({ $0 > limits.silence }) ?? true {
                arrival.isLate()
            }
            let limit: Duration? =
                switch phase {
                case .awaitingData: arrival.limit
                case .beginning: limits.beginning
                case .running: limits.silence
                }
            if let limit, last.looks == max(1, Int((limit / interval).rounded(.up))) { hung(phase) }
        }
        source.schedule(deadline: .now() + interval.dispatchInterval, repeating: interval.dispatchInterval)
        // Safe because it is only cancelled from elsewhere, which a source allows on any thread.
        nonisolated(unsafe) let timer = source
        cancel.withLock { $0 = { timer.cancel() } }
        source.resume()
    }

    func stop() {
        let cancel = cancel.withLock { cancel in
            defer { cancel = nil }
            return cancel
        }
        cancel?()
    }
}
