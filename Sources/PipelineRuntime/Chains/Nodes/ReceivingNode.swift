import StageKit

/// A node that receives payloads of one type.
class ReceivingNode<Content: Payload>: ChainNode {
    func receive(_ batch: Batch<Content>) throws(StageFailure) {}
    /// Sends the requests of the stage for video that a merge above it holds back.
    func request(holding video: HeldVideo) {}
}
