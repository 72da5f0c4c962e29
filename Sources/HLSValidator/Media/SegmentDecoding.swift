package import Media
package import HLSRules

/// Decodes a single segment; provided by targets that have decoders.
package struct SegmentDecoding: Sendable {
    /// The result for one segment.
    package struct Outcome: Sendable {
        /// The number of coded samples in the segment and of decoded frames.
        package var sampleCount: Int
        package var frameCount: Int
        /// The messages of the decoders.
        package var errors: [DecodedSegment.DecoderError]

        package init(sampleCount: Int, frameCount: Int, errors: [DecodedSegment.DecoderError]) {
            self.sampleCount = sampleCount
            self.frameCount = frameCount
            self.errors = errors
        }
    }

    /// Decodes a segment with its initialization section, which is nil for transport streams and packed audio without
    /// one.
    package let decode: @Sendable (_ segment: ByteSlice, _ initialization: ByteSlice?) async -> Outcome

    package init(_ decode: @escaping @Sendable (_ segment: ByteSlice, _ initialization: ByteSlice?) async -> Outcome) {
        self.decode = decode
    }
}
