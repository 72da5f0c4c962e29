import Media
import StageKit

/// Takes what a session makes and tells it as events.
struct CodecOutlet<Output: Payload>: Outlet {
    let announce: @Sendable (Track) -> Void
    let give: @Sendable (Output) -> Void

    func send(_ messages: [Message<Output>]) async throws { for message in messages { _ = offer(message) } }

    func offer(_ message: Message<Output>) -> Bool {
        switch message {
        case .track(let track): announce(track)
        case .payload(let payload): give(payload)
        case .gap, .end: break
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
