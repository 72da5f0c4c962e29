import Media
import StageKit

/// The entry point through which a task feeds messages into its chain.
final class ChainInput<Content: Payload>: Sendable {
    let chain: Chain
    // Safe because the node belongs to the chain and runs only inside `chain.run`.
    nonisolated(unsafe) private let root: ReceivingNode<Content>

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
}
