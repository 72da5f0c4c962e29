import Media
import StageKit

/// The nodes below a stage. Remembers open tracks and headers for nodes that are attached later.
final class FanOut<Content: Payload>: AnyFanOut {
    private var children: [ReceivingNode<Content>]
    private var tracks: [Track] = []
    private var headers: [(key: String, header: Content)] = []

    init(_ children: [ReceivingNode<Content>]) { self.children = children }

    func forward(_ batch: Batch<Content>) throws(StageFailure) {
        if batch.hasAnnouncements || batch.measure.headers > 0 { record(batch.messages) }
        try PipelineRuntime.forward(batch, to: children)
    }

    /// The open tracks, and the newest header of each rendition.
    var announcements: [Message<Content>] {
        tracks.map { .track($0) } + headers.map { .payload($0.header) }
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
            switch message {
            case .track(let track):
                if let index = tracks.firstIndex(where: { $0.id == track.id }) {
                    tracks[index] = track
                } else {
                    tracks.append(track)
                }
            case .end(let id): tracks.removeAll { $0.id == id }
            case .payload(let payload) where payload.isHeader: record(header: payload)
            case .payload, .gap: break
            }
        }
    }

    private func record(header: Content) {
        let key = (header as? Segment)?.rendition.id ?? ""
        headers.removeAll { $0.key == key }
        headers.append((key, header))
    }
}
