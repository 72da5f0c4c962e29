public import Media

/// Makes decoders for outputs with settings.
///
/// The reader knows no codec library: who has one conforms to this and is given to `AssetReader.decoderProvider`.
public protocol DecoderProvider: Sendable {
    /// Makes a decoder, before the first sample; throws when there is none that can meet the request.
    ///
    /// The decoder calls `events` from any thread, one call after another: a track before its first frame, frames in
    /// the order of presentation. It may call from inside its own methods.
    func makeDecoder(
        for request: DecodingRequest, events: @escaping @Sendable (DecodingEvent) -> Void
    ) throws(AssetReaderError) -> any MediaDecoder
}

/// What a decoder is asked to do.
public struct DecodingRequest: Sendable {
    /// The samples that will come.
    public var track: Track
    /// The frames that are wanted.
    public var settings: ReaderOutputSettings
    /// What is wanted of the timeline of the samples; what is decoded outside it is dropped, and sound is cut there.
    public var range: MediaTimeRange

    /// A request for the frames of a track.
    public init(track: Track, settings: ReaderOutputSettings, range: MediaTimeRange) {
        self.track = track
        self.settings = settings
        self.range = range
    }
}

/// A decoder at work. The reader calls one method at a time, in order, and waits for none.
public protocol MediaDecoder: AnyObject, Sendable {
    /// Takes the next sample in decode order.
    func decode(_ sample: Sample)
    /// Ends the stream: after the last frame comes `ended`.
    func finish()
    /// Gives up; nothing more needs to come.
    func cancel()
}

/// What comes out of a decoder.
public enum DecodingEvent: Sendable {
    /// The format of the frames that follow.
    case track(Track)
    case frame(Frame)
    /// Whether further samples should come now; true until said otherwise.
    case wantsSamples(Bool)
    /// Everything is out.
    case ended
    case failed(AssetReaderError)
}
