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
