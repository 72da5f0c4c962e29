public import Media
import Synchronization

/// A generator of track identifiers, counted from 1.
public final class TrackIDGenerator: Sendable {
    private let last = Atomic<UInt32>(0)
    private let run: TrackIDGenerator?
    private let issued = Mutex<(ids: [Track.ID], next: Int)>(([], 0))
    /// Creates a separate generator.
    public init() { run = nil }
    /// Creates a generator for one stage of a run, which records its identifiers.
    package init(of run: TrackIDGenerator) { self.run = run }

    /// Returns the next identifier.
    public func next() -> Track.ID {
        guard let run else { return Track.ID(rawValue: last.add(1, ordering: .relaxed).newValue) }
        return issued.withLock { given in
            if given.next == given.ids.count { given.ids.append(run.next()) }
            defer { given.next += 1 }
            return given.ids[given.next]
        }
    }

    /// Restarts with the first identifier, for a stage that continues the tracks of its predecessor.
    package func restart() { issued.withLock { $0.next = 0 } }
}
