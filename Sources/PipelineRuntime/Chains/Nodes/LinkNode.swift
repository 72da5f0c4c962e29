import Media
import StageKit

/// The end of a chain: feeds a link to another task.
final class LinkNode<Content: Payload>: ReceivingNode<Content> {
    private let link: Link<Content>
    private let input: Int
    private var filter: TrackFilter

    init(link: Link<Content>, input: Int, filter: TrackFilter, board: ChainEffects, parents: [Int]) {
        self.link = link
        self.input = input
        self.filter = filter
        super.init(stage: link.consumer, board: board, parents: parents)
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    override func receive(_ batch: Batch<Content>) throws(StageFailure) {
        guard let batch = filter.filtered(batch) else { return }
        do throws(StageError) {
            if try link.append(batch, from: input) { chainEffects.needsSpace = true }
        } catch {
            throw StageFailure(stage: stage, error: error)
        }
    }

    override func end(failed: Bool) { link.end(input, failed: failed) }
}
