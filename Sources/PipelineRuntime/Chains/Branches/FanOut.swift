import StageKit

/// The nodes below a stage. Remembers open tracks and headers for nodes that are attached later.
final class FanOut<Content: Payload>: AnyFanOut {
    private var children: [ReceivingNode<Content>]
    private(set) var open = OpenTracks()
    private(set) var tracks = TrackCounters()
    private var headers: [Content] = []

    init(_ children: [ReceivingNode<Content>]) { self.children = children }

    func forward(_ batch: Batch<Content>) throws(StageFailure) {
        tracks.add(batch)
        if batch.hasAnnouncements || batch.measure.headers > 0 { record(batch.messages) }
        try PipelineRuntime.forward(batch, to: children)
    }

    /// The open tracks, and the newest header of each identity.
    var announcements: [Message<Content>] {
        open.announcements() + headers.map { .payload($0) }
    }

    func detach(_ stages: Set<Int>) { children.removeAll { stages.contains($0.stage) } }

    func replace(_ stage: Int, by node: ChainNode) throws(StageFailure) {
        guard let node = node as? ReceivingNode<Content> else { return }
        guard let index = children.firstIndex(where: { $0.stage == stage }) else { return }
        children[index] = node
        if !announcements.isEmpty { try node.receive(Batch(announcements)) }
    }

    func attachment(
        of consumer: Int, _ input: Int, below stage: Int, _ builder: RunBuilder
    ) throws(Diagnostic) -> () throws(StageFailure) -> Void {
        let child: ReceivingNode<Content> = try builder.child(consumer, input, below: stage)
        return { [self] () throws(StageFailure) in
            children.append(child)
            if !announcements.isEmpty { try child.receive(Batch(announcements)) }
        }
    }

    private func record(_ messages: [Message<Content>]) {
        for message in messages {
            open.record(message)
            guard case .payload(let payload) = message, let id = payload.headerID else { continue }
            headers.removeAll { $0.headerID == id }
            headers.append(payload)
        }
    }
}
