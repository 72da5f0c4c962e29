import Media
import StageKit

/// One track of a source that may be lost: when it gave something last, and whether something stands in for it.
struct SupervisedTrack: Sendable {
    var track: Track
    /// Whether something stands in for it, and why.
    private(set) var standIn: StandInReason?
    /// Where what stands in has come to, in nanoseconds.
    var floor = Int64.min
    /// Whether what stands in is on its way; what comes meanwhile is late.
    var isFilling = false
    /// Whether the source has ended it; it goes on when it is opened again.
    var hasEnded = false
    /// How many payloads are being given on; one that waits there is not missing.
    private var underWay = 0
    private var lastArrival: Int64
    /// The longest time between two payloads, forgotten by an eighth with each of them, in nanoseconds.
    private var distance: Int64 = 0
    /// How late payloads come at most, forgotten as the distance is, in nanoseconds: a network source keeps some in hand.
    private(set) var lag: Int64 = 0
    /// When a payload came that lies before what has stood in already.
    private var lastLate: Int64?
    /// Since when nothing of the source itself is given on.
    private var awaySince: Int64?

    init(_ track: Track, at now: Int64) {
        self.track = track
        lastArrival = now
    }

    /// When it gave something last, which is now while that is being given on.
    func lastArrival(at now: Int64) -> Int64 { underWay > 0 ? now : lastArrival }

    /// Up to where something can stand in, so that what comes next still finds its place; nil while the source catches
    /// up with what has stood in already.
    func fillEnd(at now: Int64) -> Int64? {
        if let lastLate, now - lastLate < Self.pause { return nil }
        return standIn == nil || now - lag <= floor ? nil : now - lag
    }

    /// A payload came for a time at which something has stood in.
    mutating func cameLate(at now: Int64) { lastLate = now }

    /// Payloads that are farther apart than this belong to two attempts, in nanoseconds.
    private static let pause: Int64 = 500_000_000
    private static let longestLag: Int64 = 5_000_000_000

    /// A payload has come whose time is `time`.
    mutating func arrived(at now: Int64, time: Int64?) {
        if let time { lag = min(max(now - time, lag - lag / 8), Self.longestLag) }
        lastLate = nil
        if standIn != .loss { distance = max(now - lastArrival, distance - distance / 8) }
        lastArrival = max(lastArrival, now)
        underWay += 1
        (standIn, awaySince, hasEnded) = (nil, nil, false)
    }

    /// A payload has been given on, or refused.
    mutating func passed(at now: Int64) {
        underWay -= 1
        lastArrival = max(lastArrival, now)
    }

    /// The source is lost.
    mutating func lose(at now: Int64) {
        standIn = .loss
        if awaySince == nil { awaySince = now }
    }

    /// Decides whether something has to stand in, because nothing came for `patience` nanoseconds or, where that is
    /// usual of the source or it has ended the track, for `limit`.
    mutating func look(at now: Int64, patience: Int64, limit: Int64) {
        guard standIn == nil, underWay == 0 else { return }
        // A camera in the dark may take its time.
        let usual = min(limit, max(patience, 2 * min(distance, limit)))
        guard now - lastArrival >= (hasEnded ? limit : usual) else { return }
        standIn = .stall
        awaySince = lastArrival
    }

    /// How long nothing of the source itself has been given on, in nanoseconds; 0 where it is there.
    func away(at now: Int64) -> Int64 { awaySince.map { max(0, now - $0) } ?? 0 }
}
