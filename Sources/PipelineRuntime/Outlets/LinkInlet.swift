import Media
import StageKit
import SystemTime

/// The inlet of a processor or a sink, which receives from a link.
struct LinkInlet<Input: Payload>: Inlet {
    let link: Link<Input>
    let watchdog: StageWatchdog
    /// Called once, when the stage first asks for messages.
    var firstReceive: OnceHandler?
    /// Observes the batches of a sink; nil for other stages.
    var observer: PublicationObserver<Input>?

    func receive() async throws -> [Message<Input>]? {
        firstReceive?.run()
        watchdog.leave()
        observer?.batchEnded()
        var batch: [Message<Input>] = []
        guard try await link.dequeue(into: &batch) else { return nil }
        observer?.received(batch)
        watchdog.enter(at: SystemClock.now)
        return batch
    }

    func request(_ request: UpstreamRequest) { link.requests.send(request) }
}
