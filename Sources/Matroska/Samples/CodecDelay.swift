import Media

/// The audio that a decoder produces before the actual one (RFC 9559 5.1.4.1.22).
struct CodecDelay: Sendable {
    /// The delay that is subtracted from the times of blocks.
    let nanoseconds: UInt64
    /// The number of samples.
    let priming: Int64

    /// A longer time is not a delay.
    private static let maximum: UInt64 = 1_000_000_000

    /// The delay that a track declares, or else the one in the header of Opus, which older files do not repeat.
    init(_ entry: TrackEntry, _ format: CodedAudioFormat, _ coding: TrackCoding) {
        let declared = entry.codecDelay <= Self.maximum ? entry.codecDelay : 0
        guard declared == 0, coding == .opus, let box = format.configuration.box("dOps"),
            let record = try? OpusSpecificConfiguration(bytes: box)
        else {
            nanoseconds = declared
            priming = MediaTime.nanoseconds(Int64(declared)).ticks(at: Int32(clamping: format.sampleRate))
            return
        }
        priming = Int64(record.preSkip)
        nanoseconds = UInt64(MediaTime(value: priming, timescale: 48_000).nanoseconds)
    }
}
