import Synchronization

/// The live sources of a run: a source that cannot be opened does not end the others.
final class LiveSources: Sendable {
    enum Phase {
        case opening
        case delivering
        /// Ended, or not opened by the last attempt.
        case ended
    }

    private let phases = Mutex<[Phase]>([])

    /// Adds a source that is being opened, and returns its number.
    func add() -> Int {
        phases.withLock { phases in
            phases.append(.opening)
            return phases.count - 1
        }
    }

    func record(_ phase: Phase, of source: Int) { phases.withLock { $0[source] = phase } }

    /// Whether other sources deliver, or are being opened.
    func continues(without source: Int) -> Bool {
        phases.withLock { $0.enumerated().contains { $0.offset != source && $0.element != .ended } }
    }
}
