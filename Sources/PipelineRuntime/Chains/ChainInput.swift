import Media
import StageKit

/// The entry point through which a task feeds messages into its chain.
final class ChainInput<Content: Payload>: Sendable {
    let chain: Chain
    // Safe because the node belongs to the chain and runs only inside `chain.run`.
    nonisolated(unsafe) private let root: ReceivingNode<Content>
    // Safe because it is used only inside `chain.run`. Allocated once for all offered messages.
    nonisolated(unsafe) private var offered: [Message<Content>] = []

    init(chain: Chain, root: ReceivingNode<Content>) {
        self.chain = chain
        self.root = root
    }

    /// Runs the chain on the messages. Returns true when the caller should wait for space in a link below.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func process(_ messages: [Message<Content>]) throws(RunEndedError) -> Bool {
        try chain.run { () throws(StageFailure) in try root.receive(Batch(messages)) }
    }

    /// Sends the requests of the first stage for video that a merge above it holds back.
    func request(holding video: HeldVideo) throws(RunEndedError) {
        _ = try chain.run { () throws(StageFailure) in root.request(holding: video) }
    }

    /// Runs the chain on an offered message, on the calling thread, if `admit` accepts it.
    ///
    /// Calls `admit` with whether the queue of the message's track is full in a link below, and returns its result. Nil
    /// if a node of the chain may not run on the calling thread.
    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    func offer(
        _ message: Message<Content>, _ admit: (_ isFull: Bool) -> OfferResult
    ) throws(RunEndedError) -> OfferResult? {
        guard chain.runsOffers else { return nil }
        var result: OfferResult?
        _ = try chain.run { () throws(StageFailure) in
            guard chain.runsOffers else { return }
            let admitted = admit(message.isPayload && chain.isFull(message.laneTrack))
            result = admitted
            guard admitted == .accepted else { return }
            offered.append(message)
            defer { offered.removeAll(keepingCapacity: true) }
            try root.receive(Batch(offered))
        }
        return result
    }
}
