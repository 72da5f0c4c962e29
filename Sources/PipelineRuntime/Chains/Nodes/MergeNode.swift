import StageKit

/// Merges the inputs of a transform that all come from its own task, in the order of media time.
///
/// Never blocks the producer: the same task also feeds the input that this merge is waiting for, so blocking would
/// deadlock. Messages of inputs that are ahead are buffered up to the limit of a merge.
final class MergeNode<Content: Payload>: ChainNode {
    private var queue: MergeQueue<Content>
    private let below: ReceivingNode<Content>

    init(
        queue: MergeQueue<Content>, below: ReceivingNode<Content>, stage: Int, board: ChainEffects, parents: [Int]
    ) {
        self.queue = queue
        self.below = below
        super.init(stage: stage, board: board, parents: parents)
    }

    func receive(_ batch: Batch<Content>, from input: Int) throws(StageFailure) {
        var failure: StageFailure?
        do throws(StageError) {
            try queue.append(batch.messages, from: input)
        } catch {
            failure = StageFailure(stage: stage, error: error)
        }
        try sendThrough()
        if let failure { throw failure }
    }

    override func finish() throws(StageFailure) {
        queue.closeAll()
        try sendThrough()
    }

    override var bufferedCount: Int { queue.count }

    private func sendThrough() throws(StageFailure) {
        var ordered: [Message<Content>] = []
        queue.dequeue(into: &ordered, upTo: .max)
        if !ordered.isEmpty { try below.receive(Batch(ordered)) }
    }
}
