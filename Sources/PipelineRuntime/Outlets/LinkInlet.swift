import Media
import StageKit
import Synchronization
import SystemTime

/// The inlet of a processor or a sink, which receives from a link.
final class LinkInlet<Input: Payload>: Inlet, PublicationInlet {
    private let link: Link<Input>
    private let watchdog: StageWatchdog
    /// Called once, when the stage first asks for messages.
    private let firstReceive: OnceHandler?
    /// The batch that the stage received last. Its buffer is reused if the stage has released it.
    private let lent = Mutex<[Message<Input>]>([])
    /// Observes the batches of a sink; nil for other stages.
    private let observer: PublicationObserver<Input>?

    init(
        link: Link<Input>, watchdog: StageWatchdog, firstReceive: OnceHandler? = nil,
        observer: PublicationObserver<Input>? = nil
    ) {
        self.link = link
        self.watchdog = watchdog
        self.firstReceive = firstReceive
        self.observer = observer
    }

    @specialized(where Input == Sample)
    @specialized(where Input == Frame)
    func receive() async throws -> [Message<Input>]? {
        firstReceive?.run()
        watchdog.leave()
        observer?.batchEnded()
        var batch: [Message<Input>] = []
        lent.withLock { swap(&$0, &batch) }
        batch.removeAll(keepingCapacity: true)
        guard try await link.dequeue(into: &batch) else { return nil }
        lent.withLock { $0 = batch }
        observer?.received(batch)
        watchdog.enter(at: SystemClock.now)
        return batch
    }

    func request(_ request: UpstreamRequest) { link.requests.send(request) }

    func withhold(_ paths: Set<String>?) { observer?.withhold(paths) }
}
