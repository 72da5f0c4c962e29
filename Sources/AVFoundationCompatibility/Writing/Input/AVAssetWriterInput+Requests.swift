import AssetWriting
public import Dispatch
import Synchronization

extension AVAssetWriterInput {
    /// Calls `block` on `queue` whenever the input becomes ready, until the input or its pass is finished.
    ///
    /// The block appends while the input is ready, or marks it as finished. It is called again when the input is ready
    /// and either the block has appended or readiness may have changed. After a failure or a cancellation it is called
    /// once more, unless the block has marked the input as finished. A new request replaces the previous one.
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let isAttached = state.withLock { state in
            if !state.isAttached { state.request = Request(queue: queue, block: block) }
            return state.isAttached
        }
        if isAttached { input.requestMediaDataWhenReady(on: queue, using: block) }
    }

    /// Passes on a request that was made before the input had a writer.
    func installRequest() {
        let request = state.withLock { state in
            defer { state.request = nil }
            state.isAttached = true
            return state.request
        }
        if let request { input.requestMediaDataWhenReady(on: request.queue, using: request.block) }
    }
}
