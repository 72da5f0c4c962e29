import StageKit

/// A node that receives payloads of one type.
class ReceivingNode<Content: Payload>: ChainNode {
    func receive(_ batch: Batch<Content>) throws(StageFailure) {}
}
