/// The fields of an HEVC picture parameter set on which the syntax of slice headers depends (ITU-T H.265 7.3.2.3.1).
package struct HEVCPictureParameterSet: Sendable, Hashable {
    package private(set) var id = 0
    package private(set) var sequenceID = 0
    private(set) var allowsDependentSlices = false
    private(set) var hasOutputFlag = false
    private(set) var extraHeaderBits = 0
    private(set) var hasArithmeticChoice = false
    /// num_ref_idx_default_active_minus1 of both lists.
    private(set) var lastReferences = [0, 0]
    /// 26 + init_qp_minus26.
    private(set) var quantizer = 26
    private(set) var hasChromaOffsets = false
    private(set) var isWeighted = false
    private(set) var isBipredictionWeighted = false
    private(set) var hasTiles = false
    /// entropy_coding_sync_enabled_flag.
    private(set) var hasWavefronts = false
    /// Whether slices consist of several entry points: tiles or wavefronts.
    var hasEntryPoints: Bool { hasTiles || hasWavefronts }
    private(set) var filtersAcrossSlices = false
    private(set) var allowsDeblockingOverride = false
    private(set) var isDeblockingDisabled = false
    private(set) var allowsListModification = false
    private(set) var hasHeaderExtension = false
    private(set) var hasChromaOffsetLists = false

    /// Reads a NAL unit of type 34, including both header bytes.
    package init(_ unit: [UInt8]) throws(BitstreamError) {
        guard unit.count > 2, unit[0] >> 1 & 0x3f == 34 else {
            throw .invalid("a picture parameter set is expected (NAL unit type 34)")
        }
        try ByteSlice(copying: unit).withUnsafeBytes { unit throws(BitstreamError) in
            var reader = NALBitReader(unit, from: 2)
            try read(&reader)
        }
    }

    private mutating func read(_ reader: inout NALBitReader) throws(BitstreamError) {
        id = try reader.count(upTo: 63, of: "as the number of a picture parameter set")
        sequenceID = try reader.count(upTo: 15, of: "as the number of a sequence parameter set")
        allowsDependentSlices = try reader.flag()
        hasOutputFlag = try reader.flag()
        extraHeaderBits = try reader.number(3)
        _ = try reader.flag()
        hasArithmeticChoice = try reader.flag()
        for list in 0...1 { lastReferences[list] = try reader.count(upTo: 14, of: "more reference pictures") }
        quantizer = 26 + (try reader.signedExpGolomb())
        _ = try reader.flag()
        let skipsTransform = try reader.flag()
        if try reader.flag() { try reader.unsignedExpGolomb() }
        try reader.skipExpGolomb(2)
        hasChromaOffsets = try reader.flag()
        isWeighted = try reader.flag()
        isBipredictionWeighted = try reader.flag()
        _ = try reader.flag()
        try readTiles(&reader)
        filtersAcrossSlices = try reader.flag()
        try readDeblocking(&reader)
        if try reader.flag() { try HEVCScalingLists.skip(&reader) }
        allowsListModification = try reader.flag()
        try reader.unsignedExpGolomb()
        hasHeaderExtension = try reader.flag()
        if try reader.flag() { try readExtensions(&reader, skipsTransform: skipsTransform) }
    }

    private mutating func readTiles(_ reader: inout NALBitReader) throws(BitstreamError) {
        (hasTiles, hasWavefronts) = (try reader.flag(), try reader.flag())
        guard hasTiles else { return }
        let columns = try reader.count(upTo: 1023, of: "more tile columns")
        let rows = try reader.count(upTo: 1023, of: "more tile rows")
        if try !reader.flag() { try reader.skipExpGolomb(columns + rows) }
        _ = try reader.flag()
    }

    private mutating func readDeblocking(_ reader: inout NALBitReader) throws(BitstreamError) {
        guard try reader.flag() else { return }
        allowsDeblockingOverride = try reader.flag()
        isDeblockingDisabled = try reader.flag()
        if !isDeblockingDisabled { try reader.skipExpGolomb(2) }
    }

    private mutating func readExtensions(
        _ reader: inout NALBitReader, skipsTransform: Bool
    ) throws(BitstreamError) {
        let hasRange = try reader.flag()
        // Extensions of several layers, depth and screen content change slice headers; the other four bits do not.
        guard try reader.number(3) == 0 else {
            throw .invalid("a picture parameter set with extensions for layers, depth or screen content")
        }
        _ = try reader.number(4)
        guard hasRange else { return }
        if skipsTransform { try reader.unsignedExpGolomb() }
        _ = try reader.flag()
        hasChromaOffsetLists = try reader.flag()
    }
}
