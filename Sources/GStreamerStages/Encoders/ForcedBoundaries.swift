import Media
import StageKit
import Synchronization

/// The frames that have to come back from the encoder as sync samples, and those that did not.
final class ForcedBoundaries: Sendable {
    private struct State {
        /// In ticks, rising.
        var awaited: [Int64] = []
        var requests: [MediaTime?] = []
        var hasBegun = false
    }
    private let state = Mutex(State())
    private let report: @Sendable (Problem) -> Void

    init(report: @escaping @Sendable (Problem) -> Void) { self.report = report }

    /// Somebody below asks for a sync sample at the first frame at or after `time`, or at the next one.
    func request(_ time: MediaTime?) { state.withLock { $0.requests.append(time) } }

    /// Whether the encoder has to be asked to code this frame as a sync sample.
    ///
    /// Never for the first frame, which is one anyway: asking for it would spoil the requests after it.
    func mustForce(_ frame: Frame) -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            let time = frame.presentationTime
            // A request waits while an earlier one is in the encoder, which would refuse it.
            let isDue = state.requests.contains { $0.map { $0 <= time } ?? true }
            let isRequested = isDue && (state.awaited.isEmpty || !state.hasBegun)
            if isRequested || frame.mustBeSync { state.requests.removeAll { $0.map { $0 <= time } ?? true } }
            guard state.hasBegun, frame.mustBeSync || isRequested else { return false }
            state.awaited.append(frame.presentationTicks)
            return true
        }
    }

    /// Whether a forced picture has not come out of the encoder yet.
    var isAwaiting: Bool { state.withLock { !$0.awaited.isEmpty } }

    /// The encoder is asked to code the frame at this time as a sync sample.
    func expect(_ ticks: Int64) { state.withLock { $0.awaited.append(ticks) } }

    /// All that was asked for has come out of the encoders that this decides for.
    func settle() { state.withLock { $0.awaited = [] } }

    /// A picture came out of the encoder.
    func came(_ ticks: Int64, timescale: Int32, isSync: Bool) {
        let wasAwaited = state.withLock { state in
            guard let index = state.awaited.firstIndex(of: ticks) else { return false }
            state.awaited.remove(at: index)
            return true
        }
        if wasAwaited, !isSync { complain(ticks, timescale) }
    }

    /// Nothing else will come.
    func end(timescale: Int32) {
        let lost = state.withLock { state in
            defer { state.awaited = [] }
            return state.awaited
        }
        for ticks in lost { complain(ticks, timescale) }
    }

    private func complain(_ ticks: Int64, _ timescale: Int32) {
        let time = MediaTime(value: ticks, timescale: timescale)
        report(
            Problem(
                .error, code: "boundary-without-sync",
                message: "the picture at \(time) did not become a sync sample; "
                    + "lower look-ahead or b-frames, or lengthen the interval"))
    }
}

/// Passes requests for sync samples on to the encoders of all tracks.
final class KeyframeRequests: Sendable {
    private let encoders = Mutex<[Track.ID: ForcedBoundaries]>([:])
    /// The encoder of a track takes the place of the one before.
    func add(_ encoder: ForcedBoundaries, for id: Track.ID) { encoders.withLock { $0[id] = encoder } }
    func request(_ time: MediaTime?) {
        for encoder in encoders.withLock({ Array($0.values) }) { encoder.request(time) }
    }
}
