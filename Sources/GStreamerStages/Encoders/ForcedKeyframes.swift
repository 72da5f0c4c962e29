import Media
import StageKit
import Synchronization

/// Tracks the frames that the encoder must code as sync samples, and reports failures to do so.
final class ForcedKeyframes: Sendable {
    private struct ExpectedFrame {
        var ticks: Int64
        /// Whether the frame itself is marked, so that no downstream stage verifies the sync sample.
        var isMarked: Bool
    }
    private struct State {
        /// In ascending order.
        var awaited: [ExpectedFrame] = []
        var requests: [MediaTime?] = []
        var hasBegun = false
        /// The time of the last frame that was to become a sync sample.
        var lastSync: MediaTime?

        /// Whether a sync sample is requested soon after this time. A request for the next frame waits for it, because
        /// two sync samples close to each other cost bits.
        func isNearRequest(_ time: MediaTime) -> Bool {
            requests.contains { request in
                guard let request, request > time else { return false }
                return request - time < ForcedKeyframes.nearness
            }
        }
    }
    private static let nearness = MediaTime.milliseconds(500)
    private let state = Mutex(State())
    /// Whether the encoder codes sync samples on request. Other encoders have a fixed interval.
    let answersRequests: Bool
    private let report: @Sendable (Problem) -> Void

    /// The maximum number of pending requests.
    private static var maximumRequests: Int { 4096 }

    init(answersRequests: Bool = true, report: @escaping @Sendable (Problem) -> Void) {
        self.answersRequests = answersRequests
        self.report = report
    }

    /// Requests a sync sample at the first frame at or after `time`, or at the next frame.
    func request(_ time: MediaTime?) {
        guard answersRequests else { return }
        state.withLock { state in
            // Several renditions request the same boundary, and some of them after it has passed.
            if let time, let last = state.lastSync, time <= last { return }
            guard !state.requests.contains(time), state.requests.count < Self.maximumRequests else { return }
            state.requests.append(time)
        }
    }

    /// Adopts the pending requests of the track's previous encoder.
    func inherit(from former: ForcedKeyframes) {
        let pending = former.state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for time in pending { request(time) }
    }

    /// Whether the encoder must be requested to code this frame as a sync sample.
    ///
    /// False for the first frame, which always is one: a request for it would disturb the requests after it.
    func mustForce(_ frame: Frame) -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            let time = frame.presentationTime
            let isRequested = state.requests.contains { $0.map { $0 <= time } ?? !state.isNearRequest(time) }
            guard isRequested || frame.mustBeSync || !state.hasBegun else { return false }
            state.requests.removeAll { $0.map { $0 <= time } ?? true }
            state.lastSync = time
            guard state.hasBegun else { return false }
            state.awaited.append(ExpectedFrame(ticks: frame.presentationTicks, isMarked: frame.mustBeSync))
            return true
        }
    }

    /// Whether the encoder has not returned a forced frame yet.
    var isAwaiting: Bool { state.withLock { !$0.awaited.isEmpty } }

    /// Records that the encoder was requested to code this frame as a sync sample.
    func expect(_ frame: Frame) {
        let awaited = ExpectedFrame(ticks: frame.presentationTicks, isMarked: frame.mustBeSync)
        state.withLock { $0.awaited.append(awaited) }
    }

    /// Records that the encoders have returned all forced frames.
    func clearExpected() { state.withLock { $0.awaited = [] } }

    /// Handles a sample from the encoder, and reports a marked frame that is not a sync sample.
    func handleSample(_ ticks: Int64, timescale: Int32, isSync: Bool) {
        let awaited = state.withLock { state in
            state.awaited.firstIndex { $0.ticks == ticks }.map { state.awaited.remove(at: $0) }
        }
        if let awaited, awaited.isMarked, !isSync { reportMissedBoundary(ticks, timescale) }
    }

    /// Handles the end of the stream, and reports marked frames that the encoder did not return.
    func end(timescale: Int32) {
        let lost = state.withLock { state in
            defer { state.awaited = [] }
            return state.awaited
        }
        for frame in lost where frame.isMarked { reportMissedBoundary(frame.ticks, timescale) }
    }

    private func reportMissedBoundary(_ ticks: Int64, _ timescale: Int32) {
        let time = MediaTime(value: ticks, timescale: timescale)
        report(
            Problem(
                .error, code: "boundary-without-sync",
                message: "the frame at \(time) was not coded as a sync sample; lower "
                    + "look-ahead or b-frames, or lengthen the interval"))
    }
}
