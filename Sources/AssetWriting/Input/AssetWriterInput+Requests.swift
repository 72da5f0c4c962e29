import Packaging
public import Dispatch
public import Media

extension AssetWriterInput {
    /// Calls `block` on `queue` whenever the input becomes ready, until the input or its pass is finished.
    ///
    /// The block appends while the input is ready, or marks it as finished. It is called again when the input is ready
    /// and either the block has appended or readiness may have changed. After a failure or a cancellation it is called
    /// once more, unless the block has marked the input as finished. A new request replaces the previous one.
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        guard let (engine, index) = attachment else { return }
        let id = engine.makeID()
        // No retain cycle: the engine releases the request, and with it this reference, at the latest when the last
        // call begins.
        let request = MediaRequest(id: id) {
            queue.async {
                guard engine.perform({ $0.beginRequestRun(id, index) }) else { return }
                block()
                engine.perform { $0.endRequestRun(id, index) }
            }
        }
        engine.perform { state in
            guard !state.inputs[index].isFinished, state.lifecycle.status != .completed else { return }
            state.setRequest(request, index)
        }
    }

    /// The readiness of the input as a sequence: one element each time the input is ready. Ends when it will not be
    /// ready again.
    ///
    /// ```swift
    /// for await _ in input.mediaDataRequests {
    ///     while input.isReadyForMoreMediaData { … input.append(sample) … }
    /// }
    /// ```
    public var mediaDataRequests: MediaDataRequests { MediaDataRequests(input: self) }

    /// Waits until the input is ready and appends a sample; throws when the input will not be ready again or the append
    /// fails.
    public func appendWhenReady(_ sample: Sample) async throws(AssetWriterError) {
        try await appendWhenReady { state, index in state.append(sample, of: nil, to: index) }
    }

    /// Waits until the input is ready and appends a frame; throws when the input will not be ready again or the append
    /// fails.
    public func appendWhenReady(_ frame: Frame) async throws(AssetWriterError) {
        try await appendWhenReady { state, index in state.append(frame, of: nil, to: index) }
    }

    private func appendWhenReady(
        _ append: @Sendable (inout WritingState, Int) -> AssetWriterError?
    ) async throws(AssetWriterError) {
        guard let (engine, index) = attachment else {
            throw AssetWriterError(.invalidState, "the input has no writer")
        }
        while true {
            guard await engine.waitUntilReady(index) else {
                throw engine.read { $0.lifecycle.failure }
                    ?? AssetWriterError(
                        .invalidState,
                        "the input accepts no more media data, or its task was "
                            + "cancelled")
            }
            guard let error = engine.perform({ append(&$0, index) }) else { return }
            // Another task that appends to the same input may have appended first.
            guard error.code == .notReady else { throw error }
        }
    }
}
