import Media
import StageKit

/// The tracks of a source that may be lost. Each begins and ends once, and substitute content is sent while it does not
/// deliver. A state machine without a clock: times are nanoseconds of the run's clock.
struct SupervisedTracks<Output: Payload>: Sendable {
    /// The number of payloads that were discarded.
    struct DiscardedCounts: Hashable {
        /// Payloads for a time that earlier payloads or substitute content have filled.
        var late = 0
        /// Payloads with times far from the clock, or far behind earlier ones.
        var outOfRange = 0
    }

    /// The maximum time in nanoseconds that payloads may be ahead of the clock, or behind the end of substitute
    /// content. Network sources buffer some seconds.
    static var maximumLead: Int64 { 5_000_000_000 }

    private var continuation = TrackContinuation<Output>(retainsTracks: true)
    private var tracks: [SupervisedTrack] = []
    private var fill: any SubstituteContent<Output>
    /// The time in nanoseconds without payloads after which a track is missing.
    private let limit: Int64
    /// The value of the monotonic clock at time zero; nil for virtual time.
    private let origin: MonotonicTime?
    /// The time in nanoseconds within which downstream stages require a payload or a gap; nil without such a
    /// requirement.
    private var maximumSilence: Int64?
    private var discarded = DiscardedCounts()
    /// Whether the source has delivered a payload.
    private(set) var hasBegun = false

    init(fill: any SubstituteContent<Output>, limit: Int64, origin: MonotonicTime?) {
        self.fill = fill
        self.limit = limit
        self.origin = origin
    }

    /// The time of the newest valid payload on any track; nil before the first.
    func lastArrival(at now: Int64) -> Int64? { hasBegun ? tracks.map { $0.lastArrival(at: now) }.max() : nil }

    /// The media types of tracks that have had no payloads for longer than the limit.
    func missing(at now: Int64) -> [MediaType] {
        tracks.filter { $0.timeWithoutPayload(at: now) >= limit }.compactMap { continuation.open[$0.id]?.mediaType }
    }

    /// Returns and resets the counts of discarded payloads.
    mutating func drainDiscarded() -> DiscardedCounts {
        defer { discarded = DiscardedCounts() }
        return discarded
    }

    /// Limits the time that downstream stages receive neither a payload nor a gap.
    mutating func limitSilence(to time: MediaTime) { maximumSilence = min(maximumSilence ?? .max, time.nanoseconds) }

    /// Handles a loss of the source.
    mutating func handleLoss(at now: Int64) {
        for index in tracks.indices { tracks[index].handleLoss(at: now) }
        fill.release()
    }

    /// Returns substitute content up to `time` for tracks that do not deliver. Their payloads are late until
    /// ``finishFilling()``.
    mutating func substitutes(until time: Int64) -> [Message<Output>] {
        var messages: [Message<Output>] = []
        for index in tracks.indices {
            tracks[index].update(at: time, timeout: min(maximumSilence ?? limit, limit), limit: limit)
            let id = tracks[index].id
            guard let reason = tracks[index].substitution, let track = continuation.open[id],
                let end = tracks[index].fillEnd(at: time, after: continuation.substitutionEnd(of: id)?.nanoseconds)
            else { continue }
            continuation.substitute(id, until: MediaInstant(nanoseconds: end))
            tracks[index].isFilling = true
            messages += fill.messages(for: track, until: end, reason)
        }
        return messages
    }

    /// Handles that substitute content has been sent.
    mutating func finishFilling() { for index in tracks.indices { tracks[index].isFilling = false } }

    /// Ends all tracks. Returns the messages to send.
    mutating func endAll() -> [Message<Output>] {
        tracks = []
        return continuation.endAll()
    }
}

extension SupervisedTracks {
    /// Returns the messages to send in place of a message of the source.
    mutating func process(_ message: Message<Output>, at now: Int64) -> [Message<Output>] {
        switch message {
        case .track(let track): return announce(track, at: now)
        case .payload(let payload): return admit(payload, at: now)
        case .end(let id):
            // The track continues when the source is reopened.
            if let index = index(of: id) { tracks[index].hasEnded = true }
        case .gap: break
        }
        return continuation.process([message])
    }

    /// Handles that payloads among these messages have been sent or refused.
    mutating func finishSending(_ messages: [Message<Output>], at now: Int64) {
        guard case .payload(let payload)? = messages.last, let index = index(of: payload.trackID) else { return }
        tracks[index].finishSending(at: now)
    }

    private func index(of id: Track.ID?) -> Int? { tracks.firstIndex { $0.id == id } }

    private mutating func announce(_ track: Track, at now: Int64) -> [Message<Output>] {
        var track = track
        track.liveOrigin = origin
        if continuation.open[track.id] == track { return [] }
        if index(of: track.id) == nil { tracks.append(SupervisedTrack(track.id, at: now)) }
        fill.announce(track)
        return continuation.process([.track(track)])
    }

    private mutating func admit(_ payload: Output, at now: Int64) -> [Message<Output>] {
        guard let index = index(of: payload.trackID) else { return [.payload(payload)] }
        let id = tracks[index].id
        guard isInRange(payload.linkTime?.nanoseconds, id, now) else {
            discarded.outOfRange += 1
            return []
        }
        let payload = afterFormerSession(payload, at: index)
        let time = payload?.linkTime?.nanoseconds
        let isLate = tracks[index].isFilling && time != nil || !tracks[index].isLater(time)
        guard let payload, !isLate, case let admitted = continuation.process([.payload(payload)]), !admitted.isEmpty
        else {
            discarded.late += 1
            tracks[index].recordLatePayload(at: now)
            return []
        }
        hasBegun = true
        let wasAway = tracks[index].substitution != nil
        tracks[index].record(payload, at: now)
        var remainder: [Message<Output>] = []
        if wasAway, let track = continuation.open[id] {
            remainder = fill.messages(for: track, until: time ?? now, .return)
        }
        fill.record(payload)
        return remainder.isEmpty ? admitted : remainder + admitted
    }

    /// Returns the payload without the time that the former session of a source has filled; nil if nothing remains, or if
    /// it depends on a payload of which nothing remained.
    private mutating func afterFormerSession(_ payload: Output, at index: Int) -> Output? {
        if tracks[index].awaitsIndependent, !payload.isIndependent { return nil }
        let overlap = tracks[index].overlap(of: payload)
        if overlap == 0 { return payload }
        let mediaType = continuation.open[tracks[index].id]?.mediaType
        if mediaType == .video, let rest = payload.trimmed(by: .nanoseconds(overlap)) { return rest }
        if mediaType == .video, payload.isIndependent, payload is Sample { tracks[index].awaitIndependentPayload() }
        return nil
    }

    private func isInRange(_ time: Int64?, _ id: Track.ID, _ now: Int64) -> Bool {
        guard let time else { return true }
        guard time <= now + Self.maximumLead else { return false }
        let ends = [continuation.substitutionEnd(of: id)?.nanoseconds, index(of: id).flatMap { tracks[$0].lastTime }]
        return ends.compactMap(\.self).allSatisfy { time >= $0 - Self.maximumLead }
    }
}

extension Payload {
    /// Returns a video frame that starts later by `time` and ends at the same time; nil if it is not longer.
    fileprivate func trimmed(by time: MediaTime) -> Self? {
        switch self {
        case var sample as Sample:
            let ticks = time.ticks(at: sample.timescale, rounding: .up)
            guard ticks < sample.duration else { return nil }
            (sample.decodeTicks, sample.duration) = (sample.decodeTicks + ticks, sample.duration - ticks)
            return sample as? Self
        case var frame as Frame:
            let ticks = time.ticks(at: frame.timescale, rounding: .up)
            guard ticks < frame.duration else { return nil }
            (frame.presentationTicks, frame.duration) = (frame.presentationTicks + ticks, frame.duration - ticks)
            return frame as? Self
        default: return nil
        }
    }
}
