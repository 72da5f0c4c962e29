import Media
import Synchronization

/// The state of a reader, shared with its outputs, which report the end of their reading.
final class ReadingSession: Sendable {
    private struct State {
        var status = AssetReader.Status.unknown
        var failure: AssetReaderError?
        var rejection: AssetReaderError?
        var timeRange = MediaTimeRange(start: .zero, duration: .indefinite)
        var decoderProvider: (any DecoderProvider)?
        var openOutputs = 0
    }
    private let state = Mutex(State())
    /// The time limit for a decoder that owes output and makes no progress.
    let decoderTimeLimit: Duration

    init(decoderTimeLimit: Duration) { self.decoderTimeLimit = decoderTimeLimit }

    var status: AssetReader.Status { state.withLock { $0.status } }
    var error: AssetReaderError? { state.withLock { $0.failure ?? $0.rejection } }
    var timeRange: MediaTimeRange { state.withLock { $0.timeRange } }
    var decoderProvider: (any DecoderProvider)? {
        state.withLock { $0.decoderProvider } ?? LinkedCodecs.provider
    }

    func setDecoderProvider(_ provider: (any DecoderProvider)?) { state.withLock { $0.decoderProvider = provider } }

    func setTimeRange(_ range: MediaTimeRange) {
        state.withLock { state in
            guard state.status == .unknown else {
                state.rejection = AssetReaderError(.invalidState, "timeRange must be set before startReading")
                return
            }
            guard !range.start.isIndefinite, range.start >= .zero, range.duration >= .zero else {
                state.rejection = AssetReaderError(
                    .invalidSettings, "timeRange must have a start and a duration of zero or above")
                return
            }
            state.rejection = nil
            state.timeRange = range
        }
    }

    func reject(_ error: AssetReaderError) { state.withLock { $0.rejection = error } }

    /// Enters ``AssetReader/Status/reading`` with this number of outputs; returns nil on success, otherwise the reason.
    func start(outputCount: Int) -> AssetReaderError? {
        state.withLock { state in
            let refusal: AssetReaderError? =
                state.status != .unknown
                ? AssetReaderError(.invalidState, "reading can be started once")
                : outputCount == 0 ? AssetReaderError(.invalidState, "reading requires at least one output") : nil
            state.rejection = refusal
            if refusal == nil {
                state.status = .reading
                state.openOutputs = outputCount
            }
            return refusal
        }
    }

    func fail(_ error: AssetReaderError) {
        state.withLock { state in
            guard state.status == .reading || state.status == .unknown else { return }
            state.status = .failed
            state.failure = error
        }
    }

    /// Records that one output has reached its end.
    func outputEnded() {
        state.withLock { state in
            state.openOutputs -= 1
            if state.openOutputs == 0, state.status == .reading { state.status = .completed }
        }
    }

    func cancel() {
        state.withLock { state in
            if state.status == .reading || state.status == .unknown { state.status = .cancelled }
        }
    }
}
