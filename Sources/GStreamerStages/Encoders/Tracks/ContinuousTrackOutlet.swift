import Media
import StageKit
import Synchronization

/// Forwards the output of a track's consecutive encoders as one continuous track.
final class ContinuousTrackOutlet: Outlet {
    private let output: any Outlet<Sample>
    private let announced = Mutex<Set<Track.ID>>([])

    init(_ output: any Outlet<Sample>) { self.output = output }

    func send(_ messages: [Message<Sample>]) async throws { try await output.send(messages.filter(isForwarded)) }
    func offer(_ message: Message<Sample>) -> Bool { isForwarded(message) ? output.offer(message) : true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// Sends a gap until `time` if the track has been announced.
    func gap(_ id: Track.ID, until time: MediaTime) {
        if announced.withLock({ $0.contains(id) }) { _ = output.offer(.gap(id, until: time)) }
    }

    /// Ends the track if it has been announced. The ends of its encoders are not forwarded.
    func end(_ id: Track.ID) {
        if announced.withLock({ $0.remove(id) }) != nil { _ = output.offer(.end(id)) }
    }

    private func isForwarded(_ message: Message<Sample>) -> Bool {
        switch message {
        case .track(let track): announced.withLock { _ = $0.insert(track.id) }
        case .end: return false
        case .payload, .gap: break
        }
        return true
    }
}
