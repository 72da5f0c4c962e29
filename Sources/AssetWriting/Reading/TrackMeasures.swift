import ISOMedia

/// What is only known after a look at every sample of a track; some nanoseconds a sample.
struct TrackMeasures: Sendable {
    private(set) var sampleCount = 0
    /// The size of all samples.
    private(set) var byteCount = 0
    /// Where the last sample ends on the media timeline, in ticks.
    private(set) var endTicks: Int64 = 0
    /// In ticks; nil without samples.
    private(set) var shortest: Int64?
    private(set) var isReordered = false
    /// The least distance from decode to presentation, in ticks; 0 or below.
    private(set) var leastOffset: Int64 = 0
    private var mediaTicks: Int64 = 0

    init(_ cursor: SampleCursor) {
        var cursor = cursor
        var latest = Int64.min
        while let sample = cursor.next() {
            sampleCount += 1
            byteCount += sample.size
            mediaTicks &+= sample.duration
            shortest = min(shortest ?? sample.duration, sample.duration)
            leastOffset = min(leastOffset, sample.compositionOffset)
            let presentation = sample.decodeTicks &+ sample.compositionOffset
            if presentation < latest { isReordered = true }
            latest = max(latest, presentation)
            endTicks = max(endTicks, presentation &+ sample.duration)
        }
    }

    /// `amount` for each second of media.
    func perSecond(_ amount: Double, _ timescale: Int32) -> Float {
        mediaTicks > 0 ? Float(amount * Double(timescale) / Double(mediaTicks)) : 0
    }
}
