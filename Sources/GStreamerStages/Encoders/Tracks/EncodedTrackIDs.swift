import Media
import StageKit
import Synchronization

/// What a track is called behind its encoders, the same however often these are made anew.
final class EncodedTrackIDs: Sendable {
    private struct State {
        var ids: [String: Track.ID] = [:]
        var used: Set<String> = []
    }
    private let state = Mutex(State())
    private let make: @Sendable () -> Track.ID

    /// Identities that `make` makes when they are first asked for.
    init(make: @escaping @Sendable () -> Track.ID) { self.make = make }

    /// The identity of what the encoder of this name gives.
    func id(_ name: String = "") -> Track.ID {
        state.withLock { state in
            state.used.insert(name)
            if let id = state.ids[name] { return id }
            let id = make()
            state.ids[name] = id
            return id
        }
    }

    /// All identities, in the order in which they were made.
    var all: [Track.ID] { state.withLock { $0.ids.values.sorted() } }

    /// Encoders are made anew.
    func beginAnew() { state.withLock { $0.used = [] } }

    /// Forgets what no encoder has asked for since they were made anew.
    func removeUnused() -> [Track.ID] {
        state.withLock { state in
            let unused = state.ids.filter { !state.used.contains($0.key) }
            for name in unused.keys { state.ids[name] = nil }
            return unused.values.sorted()
        }
    }
}
