import Media
import StageKit

/// Calls a transform of a concrete type.
final class StageCaller<Stage: Transform>: TransformCaller<Stage.Input, Stage.Output> {
    private var transform: Stage

    init(_ transform: Stage) { self.transform = transform }

    override func receive(all messages: [Message<Stage.Input>], _ effects: inout Effects<Stage.Output>) throws {
        try transform.receive(all: messages, &effects)
    }

    override func finish(_ effects: inout Effects<Stage.Output>) throws { try transform.finish(&effects) }

    override func receive(_ request: UpstreamRequest, _ effects: inout Effects<Stage.Output>) {
        transform.receive(request, &effects)
    }

    override func wake(at now: MediaTime, _ effects: inout Effects<Stage.Output>) throws {
        try transform.wake(at: now, &effects)
    }

    override func requests(holding video: HeldVideo) -> [UpstreamRequest] {
        guard let observing = transform as? any HeldMediaObserving else { return [] }
        return observing.requests(holdingVideoUntil: video.until, after: video.earlier)
    }
}
