import Media

/// Times of audio by counting its samples, set anew where the stream's times leave a gap.
struct AudioTimeline {
    private(set) var rate: Int32
    /// Where the next frame begins, in ticks of the rate; nil before the first time.
    private(set) var expected: Int64?
    /// Frames that were left out, because the stream's times fell too far behind the audio.
    private(set) var overlapCount = 0

    /// The audio is late by this much at most, in ticks of 90 kHz: more would be seen on lips.
    private static let maximumDelay: Int64 = 7200

    init(rate: Int) { self.rate = Int32(clamping: max(rate, 1)) }

    /// Where the audio so far ends, in ticks of 90 kHz.
    var end: Int64? {
        expected.map { MediaTime(value: $0, timescale: rate).ticks(at: Timestamp.timescale) }
    }

    /// Counts at another rate from here on.
    mutating func change(rate next: Int) {
        let place = end
        rate = Int32(clamping: max(next, 1))
        expected = place.map { MediaTime(value: $0, timescale: Timestamp.timescale).ticks(at: rate) }
    }

    /// The tick at which a frame of `count` samples begins whose time, in ticks of 90 kHz, is `time` where it has one;
    /// nil for a frame to leave out.
    mutating func next(at time: Int64?, count: Int) -> Int64? {
        guard let begin = begin(time, count) else { return nil }
        expected = begin &+ Int64(count)
        return begin
    }

    private mutating func begin(_ time: Int64?, _ count: Int) -> Int64? {
        guard let time else { return expected ?? 0 }
        let declared = MediaTime(value: time, timescale: Timestamp.timescale).ticks(at: rate)
        guard let expected else { return declared }
        // Times are rounded, by some to milliseconds and more.
        if abs(declared - expected) <= max(Int64(count), 576) / 2 { return expected }
        guard declared < expected else { return declared }
        let delay = MediaTime(value: expected - declared, timescale: rate).ticks(at: Timestamp.timescale)
        guard delay > Self.maximumDelay else { return expected }
        overlapCount += 1
        return nil
    }
}
