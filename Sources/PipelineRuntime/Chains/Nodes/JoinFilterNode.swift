import StageKit

/// Filters the input of a transform that is added to a running chain, so that it starts at a sync sample.
final class JoinFilterNode<Content: Payload>: ReceivingNode<Content> {
    private let below: ReceivingNode<Content>
    private var filter: JoinFilter<Content>?

    init(_ filter: JoinFilter<Content>, below: ReceivingNode<Content>) {
        self.below = below
        self.filter = filter
        super.init(stage: below.stage, board: below.chainEffects, parents: [])
    }

    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        guard filter != nil else { return try below.receive(batch) }
        var messages = batch.messages
        filter = filter?.filter(&messages)
        if !messages.isEmpty { try below.receive(Batch(messages)) }
    }
}
