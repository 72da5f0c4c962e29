import Media
import StageKit
import Synchronization

/// The identities of a track's outputs, which remain the same when the sessions that make them are replaced.
final class OutputTrackIDs: Sendable {
    private struct State {
        var ids: [String: Track.ID] = [:]
        var used: Set<String> = []
        var isRestarted = false
    }
    private let state = Mutex(State())
    private let make: @Sendable () -> Track.ID

    /// Identities that `make` creates on first use.
    init(make: @escaping @Sendable () -> Track.ID) { self.make = make }

    /// The identity of the output with this name.
    func id(_ name: String = "") -> Track.ID {
        state.withLock { state in
            state.used.insert(name)
            if let id = state.ids[name] { return id }
            let id = make()
            state.ids[name] = id
            return id
        }
    }

    /// All identities in order of creation.
    var all: [Track.ID] { state.withLock { $0.ids.values.sorted() } }

    /// Starts a new set of outputs.
    func restart() { state.withLock { ($0.used, $0.isRestarted) = ([], true) } }

    /// Whether the outputs are the first ones of the track.
    var areFirst: Bool { state.withLock { !$0.isRestarted } }

    /// Removes and returns the identities that the new set of outputs does not use.
    func removeUnused() -> [Track.ID] {
        state.withLock { state in
            let unused = state.ids.filter { !state.used.contains($0.key) }
            for name in unused.keys { state.ids[name] = nil }
            return unused.values.sorted()
        }
    }
}
