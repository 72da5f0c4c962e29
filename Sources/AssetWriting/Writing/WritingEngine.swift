import Packaging
import Media
import Synchronization

/// The lock around a writer's state, shared by the writer and its inputs, which also runs callbacks, encoders and file
/// operations outside the lock.
final class WritingEngine: Sendable {
    private let state: Mutex<WritingState>
    private let nextID = Atomic<UInt64>(0)

    init(configuration: WriterConfiguration, observed: ObservedProperties) {
        state = Mutex(WritingState(configuration: configuration, observed: observed))
    }

    var carriesAssociations: Bool { read { $0.configuration.carriesAssociations } }

    /// Returns an identifier that is unique among requests and waiters.
    func makeID() -> UInt64 { nextID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Reads the state; the body must not request work.
    func read<Result: Sendable>(_ body: (inout WritingState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// Changes the state, then runs the work it requests outside the lock.
    @discardableResult
    func perform<Result: Sendable>(_ body: (inout WritingState) -> Result) -> Result {
        var work: PendingWork?
        let result = state.withLock { state in
            let result = body(&state)
            work = PendingWork(taking: &state)
            return result
        }
        if let work { run(work) }
        return result
    }

    /// Changes the state; records a thrown error as the reason of a rejection. Returns whether there was none.
    @discardableResult
    func attempt(_ body: (inout WritingState) throws(AssetWriterError) -> Void) -> Bool {
        perform { state in
            do throws(AssetWriterError) {
                try body(&state)
                return true
            } catch {
                state.reject(error)
                return false
            }
        }
    }

    /// The work that one thread runs outside the lock.
    private struct PendingWork {
        var wakes: [@Sendable () -> Void]
        var deliveries: [WritingState.Delivery]?
        var commands: [(index: Int, commands: [EncoderState.Command])]

        /// Takes the pending work that no other thread is running; nil when there is none.
        init?(taking state: inout WritingState) {
            let encodes = state.encodes
            if state.hasNoPendingWork && !encodes { return nil }
            wakes = state.removePendingCallbacks()
            deliveries = state.deliveries.dequeueIfIdle()
            commands = []
            if encodes {
                for index in state.inputs.indices {
                    if let batch = state.inputs[index].encoding?.commands.dequeueIfIdle() {
                        commands.append((index, batch))
                    }
                }
            }
            if wakes.isEmpty && deliveries == nil && commands.isEmpty { return nil }
        }
    }

    private func run(_ work: PendingWork) {
        for wake in work.wakes { wake() }
        for (index, commands) in work.commands { runEncoder(index, commands) }
        if let deliveries = work.deliveries { deliver(deliveries) }
    }

    private func deliver(_ first: [WritingState.Delivery]) {
        var batch: [WritingState.Delivery]? = first
        while let deliveries = batch {
            for delivery in deliveries {
                switch delivery {
                case .call(let handler): handler()
                case .segment(let segment, let delegate): deliver(segment, to: delegate)
                case .operations(let operations, let bytes):
                    file { file throws(AssetWriterError) in try file.perform(operations) }
                    perform { $0.delivered(bytes) }
                case .closeFile:
                    file { file throws(AssetWriterError) in try file.finish() }
                    perform { $0.fileIsClosed() }
                case .removeFile: file { $0.remove() }
                }
            }
            batch = state.withLock { $0.deliveries.dequeueOrEndTurn() }
        }
    }

    /// Runs an operation on the file; an error fails the writer.
    private func file(_ body: (MovieFileOutput) throws(AssetWriterError) -> Void) {
        guard let file = read({ $0.file }) else { return }
        do throws(AssetWriterError) {
            try body(file)
        } catch {
            perform { $0.fail(error) }
        }
    }

    private func deliver(_ segment: AssetSegment, to delegate: any AssetWriterDelegate) {
        if let writer = state.withLock({ $0.writer }) {
            _ = delegate.assetWriter(
                writer, didOutputSegmentData: segment.data, segmentType: segment.type, segmentReport: segment.report)
        }
        perform { $0.delivered(segment.data.count) }
    }

    private func runEncoder(_ index: Int, _ first: [EncoderState.Command]) {
        var batch: [EncoderState.Command]? = first
        while let commands = batch {
            for command in commands { run(command, index) }
            batch = perform { state in
                state.readinessMayHaveChanged()
                return state.inputs[index].encoding?.commands.dequeueOrEndTurn()
            }
        }
    }

    private func run(_ command: EncoderState.Command, _ index: Int) {
        if case .make(let request) = command { return makeEncoder(request, index) }
        guard let encoder = read({ $0.inputs[index].encoding?.encoder }) else { return }
        switch command {
        case .make: return
        case .encode(let frame): encoder.encode(frame)
        case .endPass: encoder.endPass()
        case .finish: encoder.finish()
        case .cancel: encoder.cancel()
        }
    }

    private func makeEncoder(_ request: EncodingRequest, _ index: Int) {
        guard let provider = read({ $0.configuration.effectiveEncoderProvider }) else { return }
        do throws(AssetWriterError) {
            let encoder = try provider.makeEncoder(for: request) { [self] event in
                perform { $0.handle(event, index) }
            }
            let isLate = perform { state in
                state.setEncoder(encoder, index)
                return state.lifecycle.hasEnded
            }
            if isLate { encoder.cancel() }
        } catch {
            perform { $0.fail(error) }
        }
    }
}

extension WritingEngine {
    /// Queries encoders and opens the file outside the lock, then starts writing.
    func startWriting() -> Bool {
        let questions = perform { state -> WritingState.StartQueries? in
            do throws(AssetWriterError) {
                return try state.prepareStart()
            } catch {
                state.reject(error)
                return nil
            }
        }
        guard let questions else { return false }
        do throws(AssetWriterError) {
            let answers = try resolve(questions)
            return attempt { state throws(AssetWriterError) in try state.start(answers) }
        } catch {
            perform { $0.fail(error) }
            return false
        }
    }

    private func resolve(_ questions: WritingState.StartQueries) throws(AssetWriterError)
        -> WritingState.StartAnswers
    {
        var answers = WritingState.StartAnswers()
        for (index, request) in questions.requests {
            guard let provider = questions.provider else {
                throw AssetWriterError(
                    .encoding,
                    "an input has output settings, but the writer has no encoderProvider and no codecs are linked into "
                        + "the program")
            }
            answers.capabilities.append((index, request, try provider.capabilities(for: request)))
        }
        for (index, base) in questions.referenceBases {
            answers.references.append((index, try SampleReference(from: base)))
        }
        if let url = questions.url { answers.file = try MovieFileOutput(at: url) }
        return answers
    }

    /// Waits until the input is ready; returns false when it will not be ready again or the task is cancelled.
    func waitUntilReady(_ index: Int) async -> Bool {
        let id = makeID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform { $0.addWaiter(.init(id: id) { continuation.resume(returning: $0) }, index) }
                if Task.isCancelled { perform { $0.cancelWaiter(id, index) } }
            }
        } onCancel: {
            perform { $0.cancelWaiter(id, index) }
        }
    }

    /// Waits for the next segment; returns nil after the last one and when the task is cancelled. Throws the error of a
    /// failed writer once.
    func nextSegment() async throws(AssetWriterError) -> AssetSegment? {
        let outcome: SegmentQueue.Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform { state in
                    let (wake, bytes) = state.segmentQueue.dequeue { continuation.resume(returning: $0) }
                    state.enqueueCallback(wake)
                    state.delivered(bytes)
                }
                if Task.isCancelled { perform { $0.enqueueCallback($0.segmentQueue.cancel()) } }
            }
        } onCancel: {
            perform { $0.enqueueCallback($0.segmentQueue.cancel()) }
        }
        return try outcome.get()
    }

    func finishWriting() async {
        await withCheckedContinuation { continuation in
            perform { $0.finish { continuation.resume() } }
        }
    }
}
