import StageKit

/// Stands before a transform that joins a chain which is under way.
final class JoinNode<Content: Payload>: ReceivingNode<Content> {
    private let below: ReceivingNode<Content>
    private var filter: JoinFilter<Content>?

    init(_ filter: JoinFilter<Content>, below: ReceivingNode<Content>) {
        self.below = below
        self.filter = filter
        super.init(stage: below.stage, board: below.board, parents: [])
    }

    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        guard filter != nil else { return try below.receive(batch) }
        var messages = batch.messages
        filter = filter?.filter(&messages)
        if !messages.isEmpty { try below.receive(Batch(messages)) }
    }
}
