import Media

/// The samples at the start of an audio track that are decoded but not presented; they may span several packets.
///
/// Demuxers clamp times below zero, so packets of the priming are positioned by counting.
struct AudioPriming {
    /// The number of samples.
    private(set) var length: Int64 = 0
    private let rate: Int32
    /// The number of samples from the start of the first packet to its time.
    private var lead: Int64 = 0
    /// The time of the next packet in samples, while packets are counted; nil afterwards.
    private var counted: Int64?
    /// The time in samples at which counting ends.
    private var end: Int64 = 0
    /// The offset subtracted from later times, in nanoseconds.
    private var late: Int64 = 0

    /// No priming.
    init() { rate = 1 }

    /// The priming of a track, from its first packet: the part before the segment, the container's codec delay, or the
    /// length that the codec's header declares. `isInTimes` is whether the container subtracts the declared length from
    /// its times.
    init(_ first: borrowing SinkSample, rate: Int32, declared: Int64, isInTimes: Bool) {
        self.rate = rate
        let time = first.sharesOrigin ? 0 : first.presentationTime ?? 0
        if time < 0 {
            length = -TrackTimescale.ticks(time, rate)
        } else if first.codecDelay > 0 {
            length = TrackTimescale.ticks(first.codecDelay, rate)
        } else {
            length = declared
            // A time above zero has not been clamped.
            lead = isInTimes && (first.timestamp ?? 0) > 0 ? 0 : declared
        }
    }

    /// Returns the start time of a packet of `count` samples with the timestamp `time`, in nanoseconds.
    mutating func time(of time: Int64?, length count: Int64) -> Int64? {
        guard lead > 0 else { return time.map { $0 - late } }
        guard let expected = counted ?? time.map({ TrackTimescale.ticks($0, rate) - lead }) else { return time }
        if counted == nil { end = expected + lead }
        if expected < end {
            counted = expected + count
            return nanoseconds(expected)
        }
        // The first time after the priming shows whether times include it.
        let difference = time.map { $0 - nanoseconds(expected) } ?? 0
        let whole = nanoseconds(lead)
        late = difference > whole / 2 && difference <= whole + Self.rounding ? difference : 0
        lead = 0
        return time.map { $0 - late }
    }

    private func nanoseconds(_ samples: Int64) -> Int64 { MediaTime(value: samples, timescale: rate).nanoseconds }

    /// Containers round times to milliseconds.
    private static let rounding: Int64 = 1_000_000
}
