import Media
import StageKit

/// Calls a transform whose type is not known here: one virtual call for a batch.
///
/// The subclass that knows the type does nothing but call, since code that is generic over a stage looks its types
/// up as it runs; what surrounds the call is generic over payloads only, and made beforehand for the usual ones.
class TransformCaller<Input: Payload, Output: Payload> {
    func receive(all messages: [Message<Input>], _ effects: inout Effects<Output>) throws {}
    func finish(_ effects: inout Effects<Output>) throws {}
    func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>) {}
    func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws {}
}

/// Calls a transform of one type.
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
}
