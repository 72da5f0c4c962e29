package import Media
import Synchronization

/// An outlet whose tracks continue when the producer behind it is replaced.
package final class ContinuationOutlet<Output: Payload>: Outlet {
    private let output: any Outlet<Output>
    private let continuation: Mutex<TrackContinuation<Output>>

    /// Creates an outlet. With `retainsTracks`, tracks end only by ``end(_:)``.
    package init(_ output: any Outlet<Output>, retainsTracks: Bool = false) {
        self.output = output
        continuation = Mutex(TrackContinuation(retainsTracks: retainsTracks))
    }

    /// The tracks that were announced and have not ended.
    package var open: OpenTracks { continuation.withLock { $0.open } }

    package func send(_ messages: [Message<Output>]) async throws {
        let admitted = continuation.withLock { $0.process(messages) }
        if !admitted.isEmpty { try await output.send(admitted) }
    }

    package func offer(_ message: Message<Output>) -> Bool {
        let replaced = continuation.withLock { $0.recordUnchanged(message) ? nil : $0.process([message]) }
        return replaced.map { offer($0) } ?? output.offer(message)
    }

    package func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// Handles the replacement of the producer after an interruption.
    package func replaceProducer() { continuation.withLock { $0.replaceProducer() } }

    /// Handles the replacement of the producer of some tracks without an interruption.
    package func replaceProducer(of ids: [Track.ID]) { continuation.withLock { $0.replaceProducer(of: ids) } }

    /// Offers a gap of a track that is open.
    package func gap(_ id: Track.ID, until time: MediaTime) {
        _ = offer(continuation.withLock { $0.gap(id, until: time) })
    }

    /// Ends a track that is open.
    package func end(_ id: Track.ID) { _ = offer(continuation.withLock { $0.end(id) }) }

    private func offer(_ messages: [Message<Output>]) -> Bool {
        for message in messages where !output.offer(message) { return false }
        return true
    }
}
