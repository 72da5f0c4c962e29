import StageKit

/// One input of a merge.
final class MergeInputNode<Content: Payload>: ReceivingNode<Content> {
    private let merge: MergeNode<Content>
    private let input: Int

    init(merge: MergeNode<Content>, input: Int) {
        self.merge = merge
        self.input = input
        super.init(stage: merge.stage, board: merge.chainEffects, parents: [])
    }

    override func receive(_ batch: Batch<Content>) throws(StageFailure) { try merge.receive(batch, from: input) }
}
