import Packaging
public import Media

/// Makes encoders for inputs with output settings.
///
/// The writer knows no codec library: who has one conforms to this and is given to `AssetWriter.encoderProvider`.
public protocol EncoderProvider: Sendable {
    /// Says, while writing starts, what an encoder for `request` can do; throws when there is none that can meet it.
    func capabilities(for request: EncodingRequest) throws(AssetWriterError) -> EncodingCapabilities

    /// Makes an encoder, before the first frame.
    ///
    /// The encoder calls `events` from any thread, one call after another: a track before its first sample, samples in
    /// decode order. It may call from inside its own methods.
    func makeEncoder(
        for request: EncodingRequest, events: @escaping @Sendable (EncodingEvent) -> Void
    ) throws(AssetWriterError) -> any MediaEncoder
}

/// What an encoder is asked to do.
public struct EncodingRequest: Sendable {
    /// Complete settings: what is required is there.
    public var settings: OutputSettings
    /// The format of the frames; nil while it is not known.
    public var sourceFormat: MediaFormat?
    /// Ticks per second that samples should have; 0 leaves it to the encoder.
    public var mediaTimeScale: Int32
    /// How far frames that have to become sync samples are apart: the interval of the segments; nil in movies.
    public var syncInterval: MediaTime?
    /// Whether frames come at the speed of a clock, so that delay matters more than compression.
    public var isRealTime: Bool
    /// Whether several passes over the frames are wanted.
    public var performsMultiplePasses: Bool
}

/// What an encoder can do.
public struct EncodingCapabilities: Sendable, Hashable {
    /// How many passes it makes at most; 1 for a single pass.
    public var maximumPassCount: Int

    /// An encoder of so many passes.
    public init(maximumPassCount: Int = 1) { self.maximumPassCount = maximumPassCount }
}

/// An encoder at work. The writer calls one method at a time, in order, and waits for none.
public protocol MediaEncoder: AnyObject, Sendable {
    /// Takes the next frame; one marked `mustBeSync` has to become a sync sample.
    func encode(_ frame: Frame)
    /// Ends a pass: after the last sample of the pass comes `passEnded`.
    func endPass()
    /// Ends the stream: after the last sample comes `ended`.
    func finish()
    /// Gives up; nothing more needs to come.
    func cancel()
}

/// What comes out of an encoder.
public enum EncodingEvent: Sendable {
    /// The track with its format, timescale and priming; its identity is the writer's to choose.
    case track(Track)
    case sample(Sample)
    /// Whether further frames should come now; true until said otherwise.
    case wantsFrames(Bool)
    /// A pass is over: the times to append again for the next one, or nil when another would be of no use.
    case passEnded(next: [MediaTimeRange]?)
    /// Everything is out.
    case ended
    case failed(AssetWriterError)
}
