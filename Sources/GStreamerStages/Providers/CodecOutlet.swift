import Media
import StageKit

/// Converts the output of a session to codec events.
struct CodecOutlet<Output: Payload>: Outlet {
    let announce: @Sendable (Track) -> Void
    let emit: @Sendable (Output) -> Void

    func send(_ messages: [Message<Output>]) async throws { for message in messages { _ = offer(message) } }

    func offer(_ message: Message<Output>) -> Bool {
        switch message {
        case .track(let track): announce(track)
        case .payload(let payload): emit(payload)
        case .gap, .end: break
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
