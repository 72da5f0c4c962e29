import Media
import StageKit
import Synchronization

/// The frames that have to come back from the encoder as sync samples, and those that did not.
final class ForcedBoundaries: Sendable {
    private struct Awaited {
        var ticks: Int64
        /// Whether the frame itself says that it must be a sync sample, and no stage below verifies it.
        var isMarked: Bool
    }
    private struct State {
        /// In rising order.
        var awaited: [Awaited] = []
        var requests: [MediaTime?] = []
        var hasBegun = false
        /// The last frame that was to become a sync sample.
        var lastSync: MediaTime?
    }
    private let state = Mutex(State())
    /// Whether the encoder codes sync samples where they are requested; others have them at a fixed distance.
    let answersRequests: Bool
    private let report: @Sendable (Problem) -> Void

    /// The most requests that may be pending.
    private static var mostRequests: Int { 4096 }

    init(answersRequests: Bool = true, report: @escaping @Sendable (Problem) -> Void) {
        self.answersRequests = answersRequests
        self.report = report
    }

    /// Requests a sync sample at the first frame at or after `time`, or at the next one.
    func request(_ time: MediaTime?) {
        guard answersRequests else { return }
        state.withLock { state in
            // Several renditions request the same boundary, and some of them when it has passed.
            if let time, let last = state.lastSync, time <= last { return }
            guard !state.requests.contains(time), state.requests.count < Self.mostRequests else { return }
            state.requests.append(time)
        }
    }

    /// Takes over the requests that an earlier encoder of the same track had not answered.
    func inherit(from former: ForcedBoundaries) {
        let pending = former.state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for time in pending { request(time) }
    }

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
            guard isRequested || frame.mustBeSync || !state.hasBegun else { return false }
            state.requests.removeAll { $0.map { $0 <= time } ?? true }
            state.lastSync = time
            guard state.hasBegun else { return false }
            state.awaited.append(Awaited(ticks: frame.presentationTicks, isMarked: frame.mustBeSync))
            return true
        }
    }

    /// Whether a forced picture has not come out of the encoder yet.
    var isAwaiting: Bool { state.withLock { !$0.awaited.isEmpty } }

    /// The encoder is asked to code this frame as a sync sample.
    func expect(_ frame: Frame) {
        let awaited = Awaited(ticks: frame.presentationTicks, isMarked: frame.mustBeSync)
        state.withLock { $0.awaited.append(awaited) }
    }

    /// All that was asked for has come out of the encoders that this decides for.
    func settle() { state.withLock { $0.awaited = [] } }

    /// A picture came out of the encoder.
    func came(_ ticks: Int64, timescale: Int32, isSync: Bool) {
        let awaited = state.withLock { state in
            state.awaited.firstIndex { $0.ticks == ticks }.map { state.awaited.remove(at: $0) }
        }
        if let awaited, awaited.isMarked, !isSync { complain(ticks, timescale) }
    }

    /// Nothing else will come.
    func end(timescale: Int32) {
        let lost = state.withLock { state in
            defer { state.awaited = [] }
            return state.awaited
        }
        for frame in lost where frame.isMarked { complain(frame.ticks, timescale) }
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
    func add(_ encoder: ForcedBoundaries, for id: Track.ID) {
        let former = encoders.withLock { $0.updateValue(encoder, forKey: id) }
        if let former { encoder.inherit(from: former) }
    }
    func request(_ time: MediaTime?) {
        for encoder in encoders.withLock({ Array($0.values) }) { encoder.request(time) }
    }
}
