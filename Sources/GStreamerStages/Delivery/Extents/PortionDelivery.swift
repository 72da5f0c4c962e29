import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// Selects the payloads of one track that belong to a portion of a file, and seeks to it.
///
/// The first samples of the file determine the time origin and are discarded. Then the pipeline seeks to the keyframe
/// before the portion. Containers without exact indexes may end up later; then the seek is repeated with an earlier
/// time, so that no frame is missing. It is also repeated if the decoder failed before the first frame of the portion:
/// avdec_h264 of GStreamer 1.26 cannot start at some keyframes of open groups of pictures, and reports every frame up to
/// the next keyframe as corrupted.
final class PortionDelivery: Sendable {
    /// The treatment of a sample.
    enum Admission {
        case discard
        /// The first sample after a seek: converters begin again.
        case begin
        case accept
    }

    /// The treatment of a payload.
    enum Decision {
        case deliver
        case omit
        /// The payload follows the portion, so the track ends.
        case end
    }

    private enum Phase {
        case awaitingSeek
        case seeking
        case flushed
        case searching
        case delivering
    }

    private struct State {
        var phase: Phase
        /// The time of the next seek.
        var target: MediaTime
        var attempts = 0
        /// The number of seeks that were repeated because the decoder failed.
        var repetitions = 0
        /// The number of samples after the seek to discard.
        var remainingDiscards = 0
    }

    /// The step back from a seek to its repetition, doubled each time.
    private static let step = MediaTime.seconds(2)
    /// The distance of the first seek from the portion. Deinterlacing needs preceding frames, and some indexes contain
    /// decode times.
    private static let margin = MediaTime.milliseconds(200)
    private let portion: MediaPortion
    private let pipeline: ElementPipeline
    private let sink: PipelineElement
    private let state: Mutex<State>
    private let hasDelivered = Atomic(false)
    private let hasReachedStart = Atomic(false)
    private let isAudio: Bool
    /// The maximum number of seeks that are repeated because the decoder failed; media that is damaged there fails again.
    private static let maximumRepetitions = 3

    /// The number of samples to discard after each seek into the media.
    private let discards: Int

    /// Decoders cut the first block of audio after a seek at the time of the seek, between two samples: with `isAudio`,
    /// it is discarded.
    init(_ portion: MediaPortion, _ pipeline: ElementPipeline, sink: PipelineElement, isAudio: Bool) {
        (self.portion, self.pipeline, self.sink) = (portion, pipeline, sink)
        self.isAudio = isAudio
        discards = isAudio ? 1 : 0
        state = Mutex(
            State(
                phase: portion.includesBeginning ? .delivering : .awaitingSeek,
                target: max(.zero, portion.deliveryStart - Self.margin)))
        guard !portion.includesBeginning else { return }
        // Weak, because the sink would otherwise retain the object that retains the sink.
        let owner = FlushHandler { [weak self] in self?.flushed() }
        sluice_gst_sink_on_flushed(
            sink.pointer,
            { owner in
                guard let owner else { return }
                Unmanaged<FlushHandler>.fromOpaque(owner).takeUnretainedValue().handle()
            }, Unmanaged.passRetained(owner).toOpaque(), releaseOwner)
    }

    /// Whether the end of the stream ends the track: not while the position before a seek is still decoded.
    var isEnding: Bool {
        state.withLock { state in
            switch state.phase {
            case .awaitingSeek, .seeking: false
            case .flushed, .searching, .delivering: true
            }
        }
    }

    /// Returns the treatment of the next sample; starts the seek after the first one.
    func admit() -> Admission {
        let (admission, target) = state.withLock { state -> (Admission, MediaTime?) in
            switch state.phase {
            case .awaitingSeek:
                state.phase = .seeking
                return (.discard, state.target)
            case .seeking: return (.discard, nil)
            case .flushed:
                if state.remainingDiscards > 0 {
                    state.remainingDiscards -= 1
                    return (.discard, nil)
                }
                state.phase = .searching
                return (.begin, nil)
            case .searching, .delivering: return (.accept, nil)
            }
        }
        if let target { seek(to: target) }
        return admission
    }

    /// Returns the treatment of a payload presented at `time`.
    func decide(on time: MediaTime) -> Decision {
        let target = state.withLock { state -> MediaTime? in
            guard state.phase == .searching else { return nil }
            guard time > portion.deliveryStart, state.target > .zero else {
                state.phase = .delivering
                return nil
            }
            return Self.stepBack(&state)
        }
        if let target {
            seek(to: target)
            return .omit
        }
        // Payloads that follow a repeated seek's decision in the same call belong to the former position.
        if !isEnding { return .omit }
        if time >= portion.deliveryEnd { return .end }
        guard portion.delivers(time) else { return .omit }
        if let target = earlierTarget() {
            seek(to: target)
            return .omit
        }
        let isFirst = !hasDelivered.exchange(true, ordering: .relaxed)
        // What is lost in the warm-up is part of another portion. After a seek in fragmented MP4, qtdemux of GStreamer
        // 1.22 gives wrong times to the samples of the first fragment.
        let isStart = time >= portion.start && !hasReachedStart.exchange(true, ordering: .relaxed)
        if isFirst || isStart { pipeline.damage?.excludeEarlierLosses() }
        return .deliver
    }

    /// Moves the target of the next seek to an earlier time, and returns it.
    private static func stepBack(_ state: inout State) -> MediaTime {
        state.attempts += 1
        state.target = max(.zero, state.target - step * (1 << Int64(min(state.attempts, 16))))
        state.phase = .seeking
        return state.target
    }

    /// Returns the target of a repeated seek if the decoder failed before the first frame of the portion; nil otherwise.
    private func earlierTarget() -> MediaTime? {
        guard !isAudio, !hasDelivered.load(ordering: .relaxed), pipeline.damage?.hasVideoErrors == true else {
            return nil
        }
        return state.withLock { state in
            guard !portion.includesBeginning, state.target > .zero, state.repetitions < Self.maximumRepetitions else {
                return nil
            }
            state.repetitions += 1
            return Self.stepBack(&state)
        }
    }

    /// Ends the delivery: frames inside decoders follow the portion and are not lost.
    func end() { pipeline.damage?.freeze() }

    private func flushed() {
        pipeline.damage?.restart()
        state.withLock { state in
            state.phase = .flushed
            state.remainingDiscards = state.target > .zero ? discards : 0
        }
    }

    private func seek(to target: MediaTime) {
        let nanoseconds = target.nanoseconds
        Task { [pipeline, sink] in
            let found = await runOnSeparateThread(named: "gst-seek", within: pipeline.limits.stateChange) {
                sluice_gst_sink_seek(sink.pointer, nanoseconds)
            }
            guard found != true, !pipeline.outcome.isDecided else { return }
            pipeline.outcome.fail(
                StageError(
                    .unsupportedMedia,
                    "\(pipeline.subject): cannot seek to \(target.decimal(places: 3)) s; portions require a container "
                        + "with an index, such as MP4 or Matroska"))
        }
    }
}

/// The closure that a pad probe calls.
private final class FlushHandler: Sendable {
    let handle: @Sendable () -> Void
    init(_ handle: @escaping @Sendable () -> Void) { self.handle = handle }
}
