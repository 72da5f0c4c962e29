package import Media
package import HLSRules

/// Decodes a segment by itself; who has decoders gives one.
package struct SegmentDecoding: Sendable {
    /// What came of one segment.
    package struct Outcome: Sendable {
        /// Pictures that went in and that came out.
        package var sampleCount: Int
        package var frameCount: Int
        /// What decoders complained about.
        package var errors: [DecodedSegment.DecoderError]

        package init(sampleCount: Int, frameCount: Int, errors: [DecodedSegment.DecoderError]) {
            self.sampleCount = sampleCount
            self.frameCount = frameCount
            self.errors = errors
        }
    }

    /// Takes the segment and its initialization section; nil for transport streams and packed audio.
    package let decode: @Sendable (_ segment: ByteSlice, _ initialization: ByteSlice?) async -> Outcome

    package init(_ decode: @escaping @Sendable (_ segment: ByteSlice, _ initialization: ByteSlice?) async -> Outcome) {
        self.decode = decode
    }
}
