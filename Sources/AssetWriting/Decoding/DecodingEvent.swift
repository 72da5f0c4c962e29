public import Media

/// An event that a decoder reports.
public enum DecodingEvent: Sendable {
    /// The format of the frames that follow.
    case track(Track)
    case frame(Frame)
    /// Whether the decoder accepts more samples; true until reported otherwise.
    case wantsSamples(Bool)
    /// All frames have been reported.
    case ended
    case failed(AssetReaderError)
}
