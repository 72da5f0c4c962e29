import Media
import StageKit
import Synchronization

/// Takes what the encoders of a track give one after the other, as one track that does not end with any of them.
final class ContinuingOutlet: Outlet {
    private let output: any Outlet<Sample>
    private let announced = Mutex<Set<Track.ID>>([])

    init(_ output: any Outlet<Sample>) { self.output = output }

    func send(_ messages: [Message<Sample>]) async throws { try await output.send(messages.filter(goesOn)) }
    func offer(_ message: Message<Sample>) -> Bool { goesOn(message) ? output.offer(message) : true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// The track has nothing up to `time`.
    func gap(_ id: Track.ID, until time: MediaTime) {
        if announced.withLock({ $0.contains(id) }) { _ = output.offer(.gap(id, until: time)) }
    }

    /// The track ends, whatever its encoders said; one that never began does not.
    func end(_ id: Track.ID) {
        if announced.withLock({ $0.remove(id) }) != nil { _ = output.offer(.end(id)) }
    }

    private func goesOn(_ message: Message<Sample>) -> Bool {
        switch message {
        case .track(let track): announced.withLock { _ = $0.insert(track.id) }
        case .end: return false
        case .payload, .gap: break
        }
        return true
    }
}
