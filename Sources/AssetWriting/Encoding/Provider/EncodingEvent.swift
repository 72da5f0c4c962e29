public import Media

/// An event that an encoder reports.
public enum EncodingEvent: Sendable {
    /// The track with its format, timescale and priming. The writer assigns the track identity.
    case track(Track)
    case sample(Sample)
    /// Whether the encoder accepts more frames; true until reported otherwise.
    case wantsFrames(Bool)
    /// The end of a pass, with the time ranges to append again in the next pass; nil when no further pass is useful.
    case passEnded(next: [MediaTimeRange]?)
    /// All samples have been reported.
    case ended
    case failed(AssetWriterError)
}
