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
