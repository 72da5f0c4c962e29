import AssetWriting

/// Provides GStreamer's codecs to asset writers and readers.
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

/// The C entry point through which `AssetWriting` gets the codecs linked into the program. It has no other callers.
@c(sluice_make_codecs)
func makeCodecs() -> UnsafeMutableRawPointer { LinkedCodecs(GStreamerCodecs()).retainedPointer() }
