import StageKit

/// A fan-out with its payload type erased.
protocol AnyFanOut: AnyObject {
    /// Creates the input node of a consumer, and returns a closure that attaches it and sends it the open tracks.
    func attachment(
        of consumer: Int, _ input: Int, below stage: Int, _ builder: RunBuilder
    ) throws(Diagnostic) -> () throws(StageFailure) -> Void
    func detach(_ stages: Set<Int>)
    /// Replaces the node of a stage and sends the new node the open tracks.
    func replace(_ stage: Int, by node: ChainNode) throws(StageFailure)
}
