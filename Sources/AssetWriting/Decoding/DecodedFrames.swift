import Dispatch
import Media
import Synchronization

/// The frames of one track: whoever asks for one gives the decoder the samples that it needs for it.
///
/// Samples are given only while the decoder wants them and few frames wait, so that memory stays bounded however slowly
/// frames are taken. A decoder that says nothing for as long as its time limit ends them with an error.
final class DecodedFrames: Sendable {
    typealias Outcome = Result<Frame?, AssetReaderError>

    /// How many frames may wait before the decoder gets no more samples.
    private static let mostWaiting = 8

    private struct State {
        var samples: TrackSamples
        var decoder: (any MediaDecoder)?
        var frames: [Frame] = []
        var wantsSamples = true
        var isFeeding = false
        /// Whether the decoder has been told that this is the end.
        var isFed = false
        /// Why samples ended early; told after the frames that could be decoded.
        var sampleFailure: AssetReaderError?
        var end: Outcome?
        var waiters: [@Sendable () -> Void] = []
        /// Signs of life: what was given to the decoder and what came from it.
        var moves = 0
        var silence = DecoderSilence()
        /// Whether somebody looks at the decoder from time to time.
        var isWatched = false

        /// Whether it is the decoder that everybody waits for.
        var isDecoderOwing: Bool {
            end == nil && !waiters.isEmpty && !isFeeding && (isFed || !wantsSamples)
        }
        var canFeed: Bool {
            !isFeeding && !isFed && end == nil && wantsSamples && frames.count < DecodedFrames.mostWaiting
        }
    }
    private let state: Mutex<State>
    private let timeLimit: Duration
    /// Whether a task has run since the last look.
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

    /// The next frame, waiting for it on the calling thread; nil after the last one.
    func next() -> Outcome {
        while true {
            let change = DispatchSemaphore(value: 0)
            if let outcome = take(orWake: { change.signal() }) { return outcome }
            change.wait()
        }
    }

    /// The next frame; nil after the last one.
    func next() async -> Outcome {
        while true {
            if let outcome = await takeOrWait() { return outcome }
        }
    }

    private func takeOrWait() async -> Outcome? {
        await withCheckedContinuation { continuation in
            let outcome = take { continuation.resume(returning: nil) }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Ends the sequence where it is.
    func cancel() {
        let (decoder, wakes) = state.withLock { state in
            state.end = .success(nil)
            state.frames = []
            return (state.decoder, Self.takeWaiters(&state))
        }
        decoder?.cancel()
        for wake in wakes { wake() }
    }

    /// What is there to take; nil when `wake` is going to be called because something has changed.
    private func take(orWake wake: @escaping @Sendable () -> Void) -> Outcome? {
        while true {
            feed()
            let (outcome, isAgain, mustWatch) = state.withLock { state -> (Outcome?, Bool, Bool) in
                if !state.frames.isEmpty { return (.success(state.frames.removeFirst()), false, false) }
                if let end = state.end {
                    // A failure is told once.
                    state.end = .success(nil)
                    return (end, false, false)
                }
                if state.canFeed { return (nil, true, false) }
                state.waiters.append(wake)
                defer { state.isWatched = true }
                return (nil, false, !state.isWatched)
            }
            if mustWatch { lookLater() }
            if !isAgain { return outcome }
        }
    }

    /// Gives the decoder samples for as long as it wants some and nobody else does.
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
            state.moves += 1
            do throws(AssetReaderError) {
                guard let sample = try state.samples.next() else {
                    state.isFed = true
                    return (decoder, nil)
                }
                return (decoder, sample)
            } catch {
                state.sampleFailure = error
                state.isFed = true
                return (decoder, nil)
            }
        }
    }

    private func handle(_ event: DecodingEvent) {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            guard state.end == nil else { return [] }
            state.moves += 1
            switch event {
            case .track: return []
            case .frame(let frame): state.frames.append(frame)
            case .wantsSamples(let wants):
                state.wantsSamples = wants
                if !wants { return [] }
            case .ended: state.end = state.sampleFailure.map { .failure($0) } ?? .success(nil)
            case .failed(let error): state.end = .failure(state.sampleFailure ?? error)
            }
            return Self.takeWaiters(&state)
        }
        for wake in wakes { wake() }
    }

    private func lookLater() {
        hasTaskRun.store(false, ordering: .relaxed)
        // Runs when the tasks of the decoder can run, too.
        Task.detached { [weak self] in self?.hasTaskRun.store(true, ordering: .relaxed) }
        let nanoseconds = timeLimit / .nanoseconds(1) / Double(DecoderSilence.mostLooks)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
            self?.look()
        }
    }

    /// Ends everything when the decoder has been silent for too long; looks on while somebody waits.
    private func look() {
        let tasksRun = hasTaskRun.load(ordering: .relaxed)
        let (isOver, isWatched) = state.withLock { state in
            let isOver = state.silence.look(moves: state.moves, isOwing: state.isDecoderOwing, tasksRun: tasksRun)
            state.isWatched = !isOver && state.end == nil && !state.waiters.isEmpty
            return (isOver, state.isWatched)
        }
        if isWatched { lookLater() }
        guard isOver else { return }
        handle(.failed(AssetReaderError(.decoding, "the decoder hangs: it has said nothing for \(timeLimit)")))
        state.withLock { $0.decoder }?.cancel()
    }

    private static func takeWaiters(_ state: inout State) -> [@Sendable () -> Void] {
        defer { state.waiters = [] }
        return state.waiters
    }
}
