import Packaging
public import Media

/// A factory of encoders for inputs with output settings.
///
/// The writer depends on no codec library. A type that wraps one conforms to this protocol and is set as
/// `AssetWriter.encoderProvider`.
public protocol EncoderProvider: Sendable {
    /// Returns the capabilities of an encoder for `request`. Called while writing starts; throws when no encoder can
    /// meet it.
    func capabilities(for request: EncodingRequest) throws(AssetWriterError) -> EncodingCapabilities

    /// Makes an encoder, before the first frame.
    ///
    /// The encoder calls `events` from any thread, one call at a time: a track before its first sample, then samples in
    /// decode order. It may call `events` from inside its own methods.
    func makeEncoder(
        for request: EncodingRequest, events: @escaping @Sendable (EncodingEvent) -> Void
    ) throws(AssetWriterError) -> any MediaEncoder
}

/// The settings and constraints for a new encoder.
public struct EncodingRequest: Sendable {
    /// The output settings, with all required values present.
    public var settings: OutputSettings
    /// The format of the frames; nil while unknown.
    public var sourceFormat: MediaFormat?
    /// The timescale of the samples, in ticks per second; 0 lets the encoder choose.
    public var mediaTimeScale: Int32
    /// The interval between frames that must become sync samples: the segment interval; nil for movie files.
    public var syncInterval: MediaTime?
    /// Whether frames arrive in real time, so that latency matters more than compression.
    public var isRealTime: Bool
    /// Whether multiple passes over the frames are requested.
    public var performsMultiplePasses: Bool
}

/// The capabilities of an encoder.
public struct EncodingCapabilities: Sendable, Hashable {
    /// The maximum number of passes; 1 for a single-pass encoder.
    public var maximumPassCount: Int

    /// Capabilities with this maximum number of passes.
    public init(maximumPassCount: Int = 1) { self.maximumPassCount = maximumPassCount }
}

/// A running encoder. The writer calls one method at a time, in order, and does not wait for results.
public protocol MediaEncoder: AnyObject, Sendable {
    /// Encodes the next frame. A frame marked `mustBeSync` must become a sync sample.
    func encode(_ frame: Frame)
    /// Ends a pass. The encoder reports `passEnded` after the last sample of the pass.
    func endPass()
    /// Ends the stream. The encoder reports `ended` after the last sample.
    func finish()
    /// Cancels encoding; no more events are needed.
    func cancel()
}

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
