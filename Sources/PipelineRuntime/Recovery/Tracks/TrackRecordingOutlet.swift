import StageKit
import Synchronization

/// An outlet that records the open tracks.
final class TrackRecordingOutlet<Output: Payload>: Outlet {
    private let outlet: any Outlet<Output>
    private let tracks = Mutex(OpenTracks())

    init(_ outlet: any Outlet<Output>) { self.outlet = outlet }

    /// The open tracks.
    var open: OpenTracks { tracks.withLock { $0 } }

    func send(_ messages: [Message<Output>]) async throws {
        tracks.withLock { tracks in for message in messages { tracks.record(message) } }
        try await outlet.send(messages)
    }

    func offer(_ message: Message<Output>) -> Bool {
        tracks.withLock { $0.record(message) }
        return outlet.offer(message)
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { outlet.onRequest(handler) }
}
