/// The quantizer of an AV1 frame (AV1 specification 5.9.12), which determines whether coding is lossless.
struct AV1FrameQuantizer {
    /// base_q_idx.
    private(set) var index = 0
    private var hasDelta = false

    mutating func read(
        _ reader: inout BitReader, planeCount: Int, hasSeparateDeltas: Bool
    ) throws(BitstreamError) {
        index = try reader.number(8)
        try readDelta(&reader)
        if planeCount > 1 {
            let differs = hasSeparateDeltas ? try reader.flag() : false
            for _ in 0..<(differs ? 4 : 2) { try readDelta(&reader) }
        }
        // Matrices of luma and of one or two chroma planes; the field of the last plane is coded only with separate
        // deltas.
        if try reader.flag() { try reader.skip(hasSeparateDeltas ? 12 : 8) }
    }

    private mutating func readDelta(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag(), try reader.number(7) != 0 { hasDelta = true }
    }

    /// Returns whether all segments are lossless, with their quantizer indices relative to the frame.
    func isLossless(segments: [Int?]) -> Bool {
        !hasDelta && segments.allSatisfy { min(max(index + ($0 ?? 0), 0), 255) == 0 }
    }
}
