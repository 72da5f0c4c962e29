import Media
import StageKit
import Synchronization

/// The frames of one track that a decoder has delivered, so that its replacement does not deliver them again.
final class DeliveredFrames: Outlet {
    private let output: any Outlet<Frame>
    private let state = Mutex<(last: MediaTime?, skipped: MediaTime?)>((nil, nil))

    init(to output: any Outlet<Frame>) { self.output = output }

    /// The latest presentation time; nil before the first frame.
    var last: MediaTime? { state.withLock { $0.last } }

    /// Omits the frames up to the latest one from now on.
    func skipDelivered() { state.withLock { $0.skipped = $0.last } }

    func send(_ messages: [Message<Frame>]) async throws { try await output.send(messages.filter(admit)) }

    func offer(_ message: Message<Frame>) -> Bool { admit(message) ? output.offer(message) : true }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    private func admit(_ message: Message<Frame>) -> Bool {
        guard case .payload(let frame) = message else { return true }
        return state.withLock { state in
            if let skipped = state.skipped, frame.presentationTime <= skipped { return false }
            state.last = max(state.last ?? frame.presentationTime, frame.presentationTime)
            return true
        }
    }
}
