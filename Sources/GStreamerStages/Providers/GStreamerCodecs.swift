import AssetWriting

/// The codecs of asset writers and readers, by GStreamer.
struct GStreamerCodecs: EncoderProvider, DecoderProvider {
    init() {}

    func capabilities(for request: EncodingRequest) throws(AssetWriterError) -> EncodingCapabilities {
        EncodingCapabilities(maximumPassCount: try EncodingPlan(request).passCount)
    }

    func makeEncoder(
        for request: EncodingRequest, events: @escaping @Sendable (EncodingEvent) -> Void
    ) throws(AssetWriterError) -> any MediaEncoder {
        FrameEncoder(try EncodingPlan(request), events: events)
    }

    func makeDecoder(
        for request: DecodingRequest, events: @escaping @Sendable (DecodingEvent) -> Void
    ) throws(AssetReaderError) -> any MediaDecoder {
        SampleDecoder(try DecodingPlan(request), events: events)
    }
}

/// What `AssetWriting` looks for in the program that it is linked into; nothing else calls it.
@c(sluice_make_codecs)
func makeCodecs() -> UnsafeMutableRawPointer { LinkedCodecs(GStreamerCodecs()).givenAway() }
