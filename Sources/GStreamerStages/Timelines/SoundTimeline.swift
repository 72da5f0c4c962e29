import Media
import StageKit

/// Times of sound by counting its samples, set anew only where sound is really missing.
///
/// Live sound that comes to lag behind its times, because who sends it has a faster clock, is left out a block at a time.
struct SoundTimeline {
    /// How far times may step back without being damage, and forward, in nanoseconds.
    static let longestOverlap: Int64 = 500_000_000
    static let longestGap: Int64 = 60_000_000_000

    private let rate: Int32
    private let isLive: Bool
    private var expected: Int64?

    init(rate: Int32, isLive: Bool = false) {
        self.rate = rate
        self.isLive = isLive
    }

    /// The tick at which `count` samples of sound begin that say they begin at `nanoseconds`; nil for those to leave out.
    mutating func next(at nanoseconds: Int64?, count: Int64) throws(StageError) -> Int64? {
        guard let begin = try start(nanoseconds, count) else { return nil }
        expected = begin + count
        return begin
    }

    private func start(_ nanoseconds: Int64?, _ count: Int64) throws(StageError) -> Int64? {
        guard let said = nanoseconds.map({ TrackTimescale.ticks($0, rate) }) ?? expected else {
            throw StageError(.badTimestamps, "the first block of sound has no presentation time")
        }
        guard let expected else { return said }
        let gap = said - expected
        if abs(gap) <= count / 2 { return expected }
        let length = MediaTime(value: gap, timescale: rate)
        if length < .nanoseconds(-Self.longestOverlap) {
            throw StageError(.badTimestamps, "sound times go back from \(time(expected)) to \(time(said))")
        }
        if length > .nanoseconds(Self.longestGap) {
            throw StageError(
                .badTimestamps, "sound times jump from \(time(expected)) to \(time(said)); at most 60 s may be missing")
        }
        return said < expected ? (isLive ? nil : expected) : said
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: rate) }
}
