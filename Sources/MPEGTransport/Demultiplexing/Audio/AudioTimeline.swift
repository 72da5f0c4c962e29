import Media

/// Times of audio that count its samples, and are reset if the stream's times leave a gap.
struct AudioTimeline {
    private(set) var rate: Int32
    /// The time of the next frame, in ticks of the rate; nil before the first time.
    private(set) var expected: Int64?
    /// The number of frames that were discarded because the stream's times were too far behind the audio.
    private(set) var overlapCount = 0

    /// The maximum delay of the audio, in ticks of 90 kHz; more would be visible as lip sync errors.
    private static let maximumDelay: Int64 = 7200

    init(rate: Int) { self.rate = Int32(clamping: max(rate, 1)) }

    /// The end of the audio so far, in ticks of 90 kHz.
    var end: Int64? {
        expected.map { MediaTime(value: $0, timescale: rate).ticks(at: Timestamp.timescale) }
    }

    /// Counts at another rate from now on.
    mutating func change(rate next: Int) {
        let place = end
        rate = Int32(clamping: max(next, 1))
        expected = place.map { MediaTime(value: $0, timescale: Timestamp.timescale).ticks(at: rate) }
    }

    /// Returns the tick at which a frame of `count` samples starts; nil for a frame to discard. `time` is its timestamp
    /// in ticks of 90 kHz, if it has one.
    mutating func next(at time: Int64?, count: Int) -> Int64? {
        guard let begin = begin(time, count) else { return nil }
        expected = begin &+ Int64(count)
        return begin
    }

    private mutating func begin(_ time: Int64?, _ count: Int) -> Int64? {
        guard let time else { return expected ?? 0 }
        let declared = MediaTime(value: time, timescale: Timestamp.timescale).ticks(at: rate)
        guard let expected else { return declared }
        // Times are rounded; some multiplexers round to milliseconds or more.
        if abs(declared - expected) <= max(Int64(count), 576) / 2 { return expected }
        guard declared < expected else { return declared }
        let delay = MediaTime(value: expected - declared, timescale: rate).ticks(at: Timestamp.timescale)
        guard delay > Self.maximumDelay else { return expected }
        overlapCount += 1
        return nil
    }
}
