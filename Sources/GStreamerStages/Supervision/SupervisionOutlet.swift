import Media
import StageKit
import Synchronization

/// Connects the supervised tracks of a source to the run.
final class SupervisionOutlet<Output: Payload>: Outlet {
    private let output: any Outlet<Output>
    private let clock: any MediaClock
    private let tracks: Mutex<SupervisedTracks<Output>>
    private let outputClosed = Atomic<Bool>(false)

    /// `limit` is the time in nanoseconds without payloads after which a track is missing.
    init(_ output: any Outlet<Output>, clock: any MediaClock, fill: any SubstituteContent<Output>, limit: Int64) {
        self.output = output
        self.clock = clock
        tracks = Mutex(SupervisedTracks(fill: fill, limit: limit, origin: clock.zero))
    }

    /// Whether the source has delivered a payload.
    var hasBegun: Bool { tracks.withLock { $0.hasBegun } }
    /// Whether the output accepts no more payloads.
    var isOutputClosed: Bool { outputClosed.load(ordering: .relaxed) }
    /// The time of the newest valid payload on any track; nil before the first.
    var lastArrival: Int64? { tracks.withLock { $0.lastArrival(at: clock.mediaTime.nanoseconds) } }
    /// The media types of tracks that have had no payloads for longer than the limit.
    func missing(at now: Int64) -> [MediaType] { tracks.withLock { $0.missing(at: now) } }
    /// Returns and resets the counts of discarded payloads.
    func drainDiscarded() -> SupervisedTracks<Output>.DiscardedCounts { tracks.withLock { $0.drainDiscarded() } }

    func send(_ messages: [Message<Output>]) async throws {
        let passing = messages.map { process($0) }
        defer { for messages in passing { finishSending(messages) } }
        let all = passing.flatMap(\.self)
        if !all.isEmpty { try await output.send(all) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        let messages = process(message)
        defer { finishSending(messages) }
        for message in messages where !output.offer(message) {
            outputClosed.store(true, ordering: .relaxed)
            return false
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// Handles requests of downstream stages to live sources.
    func answerRequests() {
        output.onRequest { [weak self] request in
            guard case .reportGaps(let interval) = request else { return }
            self?.tracks.withLock { $0.limitSilence(to: interval) }
        }
    }

    /// Handles a loss of the source.
    func handleLoss() { tracks.withLock { $0.handleLoss(at: clock.mediaTime.nanoseconds) } }

    /// Sends substitute content up to `time`, in nanoseconds, for tracks that do not deliver. Returns whether there is
    /// such a track.
    @discardableResult
    func fill(until time: Int64) async throws -> Bool {
        let messages = tracks.withLock { $0.substitutes(until: time) }
        defer { tracks.withLock { $0.finishFilling() } }
        if !messages.isEmpty { try await output.send(messages) }
        return !messages.isEmpty
    }

    /// Ends all tracks.
    func end() { for message in tracks.withLock({ $0.endAll() }) { _ = output.offer(message) } }

    private func process(_ message: Message<Output>) -> [Message<Output>] {
        tracks.withLock { $0.process(message, at: clock.mediaTime.nanoseconds) }
    }

    private func finishSending(_ messages: [Message<Output>]) {
        if !messages.isEmpty { tracks.withLock { $0.finishSending(messages, at: clock.mediaTime.nanoseconds) } }
    }
}
