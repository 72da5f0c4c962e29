import Media
import StageKit

/// One track of a source that may be lost: the time of its last payload, and the state of substitute content.
struct SupervisedTrack: Sendable {
    let id: Track.ID
    /// The reason for substitute content; nil if none is needed.
    private(set) var substitution: SubstitutionReason?
    /// Whether substitute content is being sent. Payloads that arrive meanwhile are late.
    var isFilling = false
    /// Whether the source has ended the track. The track continues when the source is reopened.
    var hasEnded = false
    /// The number of payloads being sent. A track whose payloads are blocked downstream is not missing.
    private var sendingCount = 0
    private var lastArrival: Int64
    /// The media time of the newest payload; nil before the first one.
    private(set) var lastTime: Int64?
    /// The end of the newest payload on the link, and the latest end of a payload in presentation.
    private var ends: (link: Int64, presentation: Int64)?
    /// Whether the source was lost after its last payload, so that its times are mapped to the timeline again.
    private var isReopened = false
    /// Whether payloads that depend on earlier ones are discarded, because an earlier one was.
    private(set) var awaitsIndependent = false
    /// The longest interval between two payloads, in nanoseconds. Decays by an eighth with each payload.
    private var distance: Int64 = 0
    /// The longest delay of payloads after their time, in nanoseconds. Decays by an eighth with each payload. Network
    /// sources buffer some media.
    private(set) var lag: Int64 = 0
    /// The arrival time of the last payload for a time that was already filled.
    private var lastLate: Int64?
    /// The time since which no payloads of the source have been sent.
    private var awaySince: Int64?

    init(_ id: Track.ID, at now: Int64) {
        self.id = id
        lastArrival = now
    }

    /// The time of the last payload, or `now` while a payload is being sent.
    func lastArrival(at now: Int64) -> Int64 { sendingCount > 0 ? now : lastArrival }

    /// The latest time until which substitute content can be sent without overlapping the source's next payload, given
    /// the end of the content sent so far; nil while the source catches up with that content.
    func fillEnd(at now: Int64, after end: Int64?) -> Int64? {
        if let lastLate, now - lastLate < Self.pause { return nil }
        return substitution == nil || now - lag <= end ?? .min ? nil : now - lag
    }

    /// Returns whether a payload with this media time follows all earlier ones. A sender that starts again may repeat times.
    func isLater(_ time: Int64?) -> Bool {
        guard let time, let lastTime else { return true }
        return time > lastTime
    }

    /// The time by which a payload begins before the end of the former session of a source that was opened again; zero
    /// within a session, where times are as exact as the source's.
    func overlap(of payload: some Payload) -> Int64 {
        guard isReopened, let ends, let time = payload.linkTime?.nanoseconds else { return 0 }
        return max(0, ends.link - time, ends.presentation - payload.presentationTime.nanoseconds)
    }

    /// Handles a payload for a time that was already filled.
    mutating func recordLatePayload(at now: Int64) { lastLate = now }

    /// Handles an independent payload that was discarded although other payloads depend on it.
    mutating func awaitIndependentPayload() { awaitsIndependent = true }

    /// The time after a late payload for which filling is suspended, in nanoseconds.
    private static let pause: Int64 = 500_000_000
    private static let maximumLag: Int64 = 5_000_000_000
    /// The interval, in nanoseconds, below which payloads arrive together.
    private static let burst: Int64 = 2_000_000

    /// Handles a payload.
    mutating func record(_ payload: some Payload, at now: Int64) {
        let time = payload.linkTime?.nanoseconds
        recordPayload(at: now, time: time)
        if let time, let end = payload.linkEnd?.nanoseconds {
            let presentationEnd = payload.presentationTime.nanoseconds + (end - time)
            ends = (end, isReopened ? presentationEnd : max(ends?.presentation ?? .min, presentationEnd))
        }
        (isReopened, awaitsIndependent) = (false, false)
    }

    /// Handles a payload with the media time `time`.
    mutating func recordPayload(at now: Int64, time: Int64?) {
        lastTime = time ?? lastTime
        if let time { lag = min(max(now - time, lag - lag / 8), Self.maximumLag) }
        lastLate = nil
        // A transport packet contains several frames of audio, which arrive together.
        if substitution != .loss, now - lastArrival >= Self.burst {
            distance = max(now - lastArrival, distance - distance / 8)
        }
        lastArrival = max(lastArrival, now)
        sendingCount += 1
        (substitution, awaySince, hasEnded) = (nil, nil, false)
    }

    /// Handles that a payload has been sent or refused.
    mutating func finishSending(at now: Int64) {
        sendingCount -= 1
        lastArrival = max(lastArrival, now)
    }

    /// Handles a loss of the source.
    mutating func handleLoss(at now: Int64) {
        substitution = .loss
        isReopened = true
        if awaySince == nil { awaySince = now }
    }

    /// Starts substitute content if no payload arrived for `timeout` nanoseconds. Waits longer, up to `limit`, if the
    /// source has long intervals between payloads or has ended the track.
    mutating func update(at now: Int64, timeout: Int64, limit: Int64) {
        guard substitution == nil, sendingCount == 0 else { return }
        // A camera may reduce its frame rate in the dark.
        let usual = min(limit, max(timeout, 2 * min(distance, limit)))
        guard now - lastArrival >= (hasEnded ? limit : usual) else { return }
        substitution = .stall
        awaySince = lastArrival
    }

    /// The time without payloads of the source, in nanoseconds; 0 while it delivers.
    func timeWithoutPayload(at now: Int64) -> Int64 { awaySince.map { max(0, now - $0) } ?? 0 }
}
