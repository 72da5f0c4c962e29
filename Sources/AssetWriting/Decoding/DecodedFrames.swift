import Dispatch
import Media
import Synchronization

/// The decoded frames of one track. The thread or task that requests a frame also feeds the decoder.
///
/// Samples are fed only while the decoder accepts them and fewer than 8 frames are queued, so memory stays bounded for
/// slow consumers. A decoder that owes output and reports no event within its time limit ends the sequence with an
/// error.
final class DecodedFrames: Sendable {
    typealias Outcome = Result<Frame?, AssetReaderError>

    /// The number of queued frames at which the decoder gets no more samples.
    private static let maximumQueuedFrames = 8

    private struct State {
        var samples: TrackSamples
        var decoder: (any MediaDecoder)?
        var frames: [Frame] = []
        var wantsSamples = true
        var isFeeding = false
        /// Whether `finish()` has been called or is being called.
        var isInputFinished = false
        /// The error that ended the samples early; reported after the frames decoded until then.
        var sampleFailure: AssetReaderError?
        var end: Outcome?
        var waiters: [@Sendable () -> Void] = []
        /// The number of samples fed to the decoder and events received from it.
        var progressCount = 0
        var stallDetector = DecoderStallDetector()
        /// Whether a check of the decoder's progress is scheduled.
        var isCheckScheduled = false

        /// Whether consumers wait for the decoder and it needs no more input to produce a frame.
        var owesOutput: Bool {
            end == nil && !waiters.isEmpty && !isFeeding && (isInputFinished || !wantsSamples)
        }
        var canFeed: Bool {
            !isFeeding && !isInputFinished && end == nil && wantsSamples
                && frames.count < DecodedFrames.maximumQueuedFrames
        }
    }
    private let state: Mutex<State>
    private let timeLimit: Duration
    /// Whether a task has run since the last check.
    private let hasTaskRun = Atomic<Bool>(false)

    init(
        _ samples: TrackSamples, request: DecodingRequest, provider: any DecoderProvider, timeLimit: Duration
    ) throws(AssetReaderError) {
        self.timeLimit = timeLimit
        state = Mutex(State(samples: samples))
        let decoder = try provider.makeDecoder(for: request) { [weak self] in self?.handle($0) }
        state.withLock { $0.decoder = decoder }
    }

    deinit { state.withLock { $0.decoder }?.cancel() }

    /// Returns the next frame, blocking the calling thread until there is one; nil after the last frame.
    func next() -> Outcome {
        while true {
            let change = DispatchSemaphore(value: 0)
            if let outcome = nextOutcome(orWake: { change.signal() }) { return outcome }
            change.wait()
        }
    }

    /// Returns the next frame; nil after the last frame.
    func next() async -> Outcome {
        while true {
            if let outcome = await nextOutcomeOrSuspend() { return outcome }
        }
    }

    private func nextOutcomeOrSuspend() async -> Outcome? {
        await withCheckedContinuation { continuation in
            let outcome = nextOutcome { continuation.resume(returning: nil) }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Ends the sequence and discards the queued frames.
    func cancel() {
        let (decoder, wakes) = state.withLock { state in
            state.end = .success(nil)
            state.frames = []
            return (state.decoder, Self.removeWaiters(&state))
        }
        decoder?.cancel()
        for wake in wakes { wake() }
    }

    /// Returns the next outcome, or nil after storing `wake`, which is called on the next change.
    private func nextOutcome(orWake wake: @escaping @Sendable () -> Void) -> Outcome? {
        while true {
            feed()
            let (outcome, isAgain, mustWatch) = state.withLock { state -> (Outcome?, Bool, Bool) in
                if !state.frames.isEmpty { return (.success(state.frames.removeFirst()), false, false) }
                if let end = state.end {
                    // A failure is returned once.
                    state.end = .success(nil)
                    return (end, false, false)
                }
                if state.canFeed { return (nil, true, false) }
                state.waiters.append(wake)
                defer { state.isCheckScheduled = true }
                return (nil, false, !state.isCheckScheduled)
            }
            if mustWatch { scheduleProgressCheck() }
            if !isAgain { return outcome }
        }
    }

    /// Feeds samples to the decoder while it accepts them, unless another caller is feeding.
    private func feed() {
        while let (decoder, sample) = nextSample() {
            if let sample { decoder.decode(sample) } else { decoder.finish() }
            state.withLock { $0.isFeeding = false }
        }
    }

    private func nextSample() -> (any MediaDecoder, Sample?)? {
        state.withLock { state in
            guard state.canFeed, let decoder = state.decoder else { return nil }
            state.isFeeding = true
            state.progressCount += 1
            do throws(AssetReaderError) {
                guard let sample = try state.samples.next() else {
                    state.isInputFinished = true
                    return (decoder, nil)
                }
                return (decoder, sample)
            } catch {
                state.sampleFailure = error
                state.isInputFinished = true
                return (decoder, nil)
            }
        }
    }

    private func handle(_ event: DecodingEvent) {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            guard state.end == nil else { return [] }
            state.progressCount += 1
            switch event {
            case .track: return []
            case .frame(let frame): state.frames.append(frame)
            case .wantsSamples(let wants):
                state.wantsSamples = wants
                if !wants { return [] }
            case .ended: state.end = state.sampleFailure.map { .failure($0) } ?? .success(nil)
            case .failed(let error): state.end = .failure(state.sampleFailure ?? error)
            }
            return Self.removeWaiters(&state)
        }
        for wake in wakes { wake() }
    }

    private func scheduleProgressCheck() {
        hasTaskRun.store(false, ordering: .relaxed)
        // Runs only when the cooperative thread pool is free to run the decoder's tasks as well.
        Task.detached { [weak self] in self?.hasTaskRun.store(true, ordering: .relaxed) }
        let nanoseconds = timeLimit / .nanoseconds(1) / Double(DecoderStallDetector.maximumStalledChecks)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
            self?.checkProgress()
        }
    }

    /// Fails the sequence when the decoder has made no progress for too long; otherwise schedules the next check while
    /// consumers wait.
    private func checkProgress() {
        let tasksRun = hasTaskRun.load(ordering: .relaxed)
        let (isOver, isWatched) = state.withLock { state in
            let isOver = state.stallDetector.update(
                progressCount: state.progressCount, owesOutput: state.owesOutput, tasksRun: tasksRun)
            state.isCheckScheduled = !isOver && state.end == nil && !state.waiters.isEmpty
            return (isOver, state.isCheckScheduled)
        }
        if isWatched { scheduleProgressCheck() }
        guard isOver else { return }
        handle(.failed(AssetReaderError(.decoding, "the decoder has stalled: no output for \(timeLimit)")))
        state.withLock { $0.decoder }?.cancel()
    }

    private static func removeWaiters(_ state: inout State) -> [@Sendable () -> Void] {
        defer { state.waiters = [] }
        return state.waiters
    }
}
