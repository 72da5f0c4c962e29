public import Packaging
public import Dispatch
public import Media

extension AssetWriterInput {
    /// Calls `block` on `queue` whenever the input becomes ready, until it is finished or its pass is.
    ///
    /// The block appends while the input is ready, or marks it as finished. It is called again when the input is ready
    /// and there is something new: the block appended, or readiness may have changed meanwhile. After a failure or a
    /// cancellation it is called once more, unless it has marked the input as finished. A further request takes the
    /// place of the one before.
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        guard let (engine, index) = attachment else { return }
        let id = engine.makeID()
        // The engine drops the request, and with it this reference to itself, at the latest when its last run begins.
        let request = MediaRequest(id: id) {
            queue.async {
                guard engine.perform({ $0.requestBegins(id, index) }) else { return }
                block()
                engine.perform { $0.requestReturned(id, index) }
            }
        }
        engine.perform { state in
            guard !state.inputs[index].isFinished, state.lifecycle.status != .completed else { return }
            state.setRequest(request, index)
        }
    }

    /// The same for tasks: an element each time the input is ready, the end when it never will be again.
    ///
    /// ```swift
    /// for await _ in input.mediaDataRequests {
    ///     while input.isReadyForMoreMediaData { … input.append(sample) … }
    /// }
    /// ```
    public var mediaDataRequests: MediaDataRequests { MediaDataRequests(input: self) }

    /// Waits until the input is ready and appends; throws why it never will be.
    public func appendWhenReady(_ sample: Sample) async throws(AssetWriterError) {
        try await appendWhenReady { state, index in state.append(sample, of: nil, to: index) }
    }

    /// Waits until the input is ready and appends a frame; throws why it never will be.
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
                    ?? AssetWriterError(.invalidState, "the input takes no more media data, or its task was cancelled")
            }
            guard let error = engine.perform({ append(&$0, index) }) else { return }
            // Another task of the same input may have been quicker.
            guard error.code == .notReady else { throw error }
        }
    }
}

/// The moments at which an input is ready, for `for await`.
public struct MediaDataRequests: AsyncSequence, Sendable {
    public typealias Element = Void
    public typealias Failure = Never

    let input: AssetWriterInput

    public func makeAsyncIterator() -> Iterator { Iterator(input: input) }

    /// Waits for one moment after another.
    public struct Iterator: AsyncIteratorProtocol {
        let input: AssetWriterInput

        /// Returns when the input is ready; nil when it never will be again or the task is cancelled.
        public func next() async -> Void? {
            guard let (engine, index) = input.attachment else { return nil }
            return await engine.waitUntilReady(index) ? () : nil
        }
    }
}
