import Dispatch
import StageKit
import Synchronization

/// Notices when elements stop moving although nothing below holds them up.
final class HangWatch: Sendable {
    private let moves = Atomic<Int>(0)
    private let held = Atomic<Int>(0)
    private let armed = Atomic<Int>(0)
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    /// Counts a sign of life.
    func note() { moves.add(1, ordering: .relaxed) }

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

    /// Looks four times in each `limit` and calls `hung` when all was silent for all of it.
    func start(limit: Duration, hung: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource()
        let interval = (limit / 4).dispatchInterval
        nonisolated(unsafe) var last = (moves: -1, looks: 0)
        source.setEventHandler { [weak self] in
            // Safe because a timer's handler never runs twice at a time.
            guard let self else { return }
            let moves = moves.load(ordering: .relaxed)
            let isExcused = held.load(ordering: .relaxed) > 0 || armed.load(ordering: .relaxed) == 0
            last = moves == last.moves && !isExcused ? (moves, last.looks + 1) : (moves, 0)
            if last.looks == 4 { hung() }
        }
        source.schedule(deadline: .now() + interval, repeating: interval)
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
