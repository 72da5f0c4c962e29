/// The properties of an AV1 sample from its open bitstream units.
package struct AV1TemporalUnit: Sendable, Hashable {
    /// The parsed sequence header; nil if the sample has none.
    package private(set) var sequenceHeader: AV1SequenceHeader?
    /// The complete unit of the sequence header.
    package private(set) var sequenceHeaderUnit: [UInt8] = []
    /// Whether decoding can start here: at a shown key frame after a sequence header (AV1-ISOBMFF 2.4).
    package private(set) var isRandomAccess = false
    /// Whether a frame was found.
    package private(set) var hasFrames = false
    package private(set) var contentLight: ContentLightLevel?
    package private(set) var masteringDisplay: MasteringDisplay?

    /// Reads the units up to the first frame.
    package init(_ sample: ByteSlice) {
        sample.withUnsafeBytes { buffer in
            for unit in AV1UnitSequence(buffer) {
                switch unit.type {
                case 1:
                    let payload = Array(buffer[unit.payload])
                    sequenceHeader = try? AV1SequenceHeader(payload: payload)
                    sequenceHeaderUnit = []
                    AV1UnitSequence.append(unit, of: buffer, to: &sequenceHeaderUnit)
                case 5: readMetadata(Array(buffer[unit.payload]))
                case 3, 6:
                    hasFrames = true
                    // Not show_existing_frame; frame_type 0 is a key frame; show_frame.
                    let bits = unit.payload.isEmpty ? 0xff : buffer[unit.payload.lowerBound]
                    isRandomAccess = sequenceHeader != nil && bits & 0xf0 == 0x10
                    return
                default: break
                }
            }
        }
    }

    /// AV1 specification 5.8.3 and 5.8.4; primaries are red, green, blue in 0.16, luminances 24.8 and 18.14.
    private mutating func readMetadata(_ payload: [UInt8]) {
        guard let type = payload.first else { return }
        let fields = Array(payload.dropFirst())
        if type == 1, fields.count >= 4 { contentLight = ContentLightLevel(bytes: Array(fields[..<4])) }
        guard type == 2, fields.count >= 24 else { return }
        func number(_ at: Int, _ size: Int) -> UInt64 { fields[at..<at + size].reduce(0) { $0 << 8 | UInt64($1) } }
        let chromaticities = (0..<8).map { UInt16(clamping: (number(2 * $0, 2) * 50_000 + 0x8000) >> 16) }
        masteringDisplay = MasteringDisplay(
            primaries: Array(chromaticities[2..<6] + chromaticities[0..<2]),
            whitePoint: Array(chromaticities[6..<8]),
            maximum: UInt32(clamping: number(16, 4) * 10_000 >> 8),
            minimum: UInt32(clamping: number(20, 4) * 10_000 >> 14))
    }
}
