import StageKit
import Synchronization

/// Where a processor or a sink takes what the stages above it made.
struct LinkInlet<Input: Payload>: Inlet {
    let link: Link<Input>
    let watch: StageWatch
    /// Told once, when messages are first asked for.
    var firstReceive: FirstCall?

    func receive() async throws -> [Message<Input>]? {
        firstReceive?.note()
        watch.leave()
        var batch: [Message<Input>] = []
        guard try await link.take(into: &batch) else { return nil }
        watch.enter(at: Clock.now)
        return batch
    }

    func request(_ request: UpstreamRequest) { link.requests.send(request) }
}

/// Runs something at the first of many calls.
final class FirstCall: Sendable {
    private let happened = Atomic<Bool>(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func note() {
        if happened.load(ordering: .relaxed) { return }
        if !happened.exchange(true, ordering: .relaxed) { body() }
    }
}
