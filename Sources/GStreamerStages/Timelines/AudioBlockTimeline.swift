import Media
import StageKit

/// Determines the times of audio by counting samples. A timestamp is adopted only at the start and where audio is
/// missing.
///
/// In live media, blocks with timestamps before the end of the preceding audio are discarded: the sender's clock is
/// faster.
struct AudioBlockTimeline {
    /// The largest backward and forward steps of timestamps that are not an error, in nanoseconds.
    static let maximumOverlap: Int64 = 500_000_000
    static let maximumGap: Int64 = 60_000_000_000

    private let rate: Int32
    private let isLive: Bool
    private var expected: Int64?

    init(rate: Int32, isLive: Bool = false) {
        self.rate = rate
        self.isLive = isLive
    }

    /// The tick at which `count` samples with the timestamp `nanoseconds` begin; nil if they must be discarded. Throws
    /// `bad-timestamps` for larger steps.
    mutating func next(at nanoseconds: Int64?, count: Int64) throws(StageError) -> Int64? {
        guard let begin = try start(nanoseconds, count) else { return nil }
        expected = begin + count
        return begin
    }

    private func start(_ nanoseconds: Int64?, _ count: Int64) throws(StageError) -> Int64? {
        guard let said = nanoseconds.map({ TrackTimescale.ticks($0, rate) }) ?? expected else {
            throw StageError(.badTimestamps, "the first audio block has no presentation time")
        }
        guard let expected else { return said }
        let gap = said - expected
        if abs(gap) <= count / 2 { return expected }
        let length = MediaTime(value: gap, timescale: rate)
        if length < .nanoseconds(-Self.maximumOverlap) {
            throw StageError(.badTimestamps, "audio timestamps go back from \(time(expected)) to \(time(said))")
        }
        if length > .nanoseconds(Self.maximumGap) {
            throw StageError(
                .badTimestamps, "audio timestamps jump from \(time(expected)) to \(time(said)), more than 60 s")
        }
        return said < expected ? (isLive ? nil : expected) : said
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: rate) }
}
