public import Media

/// A factory of decoders for reader outputs with settings.
///
/// The reader depends on no codec library. A type that wraps one conforms to this protocol and is set as
/// `AssetReader.decoderProvider`.
public protocol DecoderProvider: Sendable {
    /// Makes a decoder, before the first sample; throws when no decoder can meet the request.
    ///
    /// The decoder calls `events` from any thread, one call at a time: a track before its first frame, then frames in
    /// presentation order. It may call `events` from inside its own methods.
    func makeDecoder(
        for request: DecodingRequest, events: @escaping @Sendable (DecodingEvent) -> Void
    ) throws(AssetReaderError) -> any MediaDecoder
}

/// The track, frame settings and range for a new decoder.
public struct DecodingRequest: Sendable {
    /// The track of the samples to decode.
    public var track: Track
    /// The requested frame format.
    public var settings: ReaderOutputSettings
    /// The requested range on the timeline of the samples. Frames outside it are dropped; audio is trimmed to it.
    public var range: MediaTimeRange

    /// A request for the frames of a track.
    public init(track: Track, settings: ReaderOutputSettings, range: MediaTimeRange) {
        self.track = track
        self.settings = settings
        self.range = range
    }
}

/// A running decoder. The reader calls one method at a time, in order, and does not wait for results.
public protocol MediaDecoder: AnyObject, Sendable {
    /// Decodes the next sample in decode order.
    func decode(_ sample: Sample)
    /// Ends the stream. The decoder reports `ended` after the last frame.
    func finish()
    /// Cancels decoding; no more events are needed.
    func cancel()
}

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
