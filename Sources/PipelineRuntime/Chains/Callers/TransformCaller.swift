import Media
import StageKit

/// Calls a transform through its payload types only: one virtual call per batch.
///
/// The subclass that knows the stage type contains nothing but the calls, since code that is generic over a stage looks
/// up its types at run time. The surrounding code is generic over payloads only, and specialized for the common ones.
class TransformCaller<Input: Payload, Output: Payload> {
    func receive(all messages: [Message<Input>], _ effects: inout Effects<Output>) throws {}
    func finish(_ effects: inout Effects<Output>) throws {}
    func receive(_ request: UpstreamRequest, _ effects: inout Effects<Output>) {}
    func wake(at now: MediaTime, _ effects: inout Effects<Output>) throws {}
    func requests(holding video: HeldVideo) -> [UpstreamRequest] { [] }
}
