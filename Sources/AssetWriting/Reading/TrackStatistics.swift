import ISOMedia

/// Track properties that require a pass over every sample; costs some nanoseconds per sample.
struct TrackStatistics: Sendable {
    private(set) var sampleCount = 0
    /// The total size of all samples in bytes.
    private(set) var byteCount = 0
    /// The end of the last presented sample on the media timeline, in ticks.
    private(set) var endTicks: Int64 = 0
    /// The duration of the shortest sample in ticks; nil without samples.
    private(set) var shortestSampleDuration: Int64?
    private(set) var isReordered = false
    /// The minimum composition offset (presentation minus decode time) in ticks; 0 or below.
    private(set) var minimumCompositionOffset: Int64 = 0
    private var mediaTicks: Int64 = 0

    init(_ cursor: SampleCursor) {
        var cursor = cursor
        var latest = Int64.min
        while let sample = cursor.next() {
            sampleCount += 1
            byteCount += sample.size
            mediaTicks &+= sample.duration
            shortestSampleDuration = min(shortestSampleDuration ?? sample.duration, sample.duration)
            minimumCompositionOffset = min(minimumCompositionOffset, sample.compositionOffset)
            let presentation = sample.decodeTicks &+ sample.compositionOffset
            if presentation < latest { isReordered = true }
            latest = max(latest, presentation)
            endTicks = max(endTicks, presentation &+ sample.duration)
        }
    }

    /// Returns `amount` divided by the media duration in seconds.
    func perSecond(_ amount: Double, _ timescale: Int32) -> Float {
        mediaTicks > 0 ? Float(amount * Double(timescale) / Double(mediaTicks)) : 0
    }
}
