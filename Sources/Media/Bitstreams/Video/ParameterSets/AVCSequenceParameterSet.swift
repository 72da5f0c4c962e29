extension SequenceParameterSet {
    /// Profiles whose parameter sets contain the chroma format (ITU-T H.264 7.3.2.1.1).
    private static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// Returns whether an AVCDecoderConfigurationRecord of this profile ends with chroma format and bit depths.
    static func recordHasChromaFormat(profile: UInt8) -> Bool { [100, 110, 122, 144, 244].contains(profile) }

    /// Reads an H.264 NAL unit of type 7, header byte included.
    package init(avc unit: [UInt8]) throws(BitstreamError) {
        guard let header = unit.first, header & 0x1f == 7 else {
            throw .invalid("a sequence parameter set is expected (NAL unit type 7)")
        }
        var reader = BitReader(EmulationPrevention.remove(from: unit.dropFirst()))
        let profile = UInt8(try reader.bits(8))
        let constraints = UInt8(try reader.bits(8))
        self.init(profile: profile, level: UInt8(try reader.bits(8)))
        avcSlices.id = try reader.count(upTo: 31, of: "as the number of a sequence parameter set")
        var separatePlanes = false
        if Self.highProfiles.contains(profile) { separatePlanes = try readChroma(&reader) }
        avcSlices.hasSeparatePlanes = separatePlanes
        avcSlices.hasChroma = chromaFormat != 0 && !separatePlanes
        let orderType = try readPictureOrder(&reader)
        _ = try reader.unsignedExpGolomb()
        avcSlices.allowsFrameNumberGaps = try reader.flag()
        avcSlices.quantizerOffset = 6 * (bitDepthLuma - 8)
        try readAVCSize(&reader, separatePlanes: separatePlanes)
        if try reader.flag() { try readAVCUsability(&reader) }
        // Without a restriction these never reorder either: baseline, intra-only high profiles, picture order type 2.
        if maxReorderFrames == nil, profile == 66 || orderType == 2 || (constraints & 0x10 != 0 && profile >= 100) {
            maxReorderFrames = 0
        }
    }

    private mutating func readChroma(_ reader: inout BitReader) throws(BitstreamError) -> Bool {
        chromaFormat = UInt8(try reader.count(upTo: 3, of: "as chroma format"))
        let separatePlanes = chromaFormat == 3 ? try reader.flag() : false
        bitDepthLuma = 8 + (try reader.count(upTo: 6, of: "more luma bits"))
        bitDepthChroma = 8 + (try reader.count(upTo: 6, of: "more chroma bits"))
        try reader.skip(1)
        guard try reader.flag() else { return separatePlanes }
        for list in 0..<(chromaFormat == 3 ? 12 : 8) where try reader.flag() {
            try Self.skipScalingList(&reader, size: list < 6 ? 16 : 64)
        }
        return separatePlanes
    }

    private static func skipScalingList(_ reader: inout BitReader, size: Int) throws(BitstreamError) {
        var (last, next) = (8, 8)
        for _ in 0..<size {
            if next != 0 { next = (last + (try reader.signedExpGolomb()) + 256) & 255 }
            last = next == 0 ? last : next
        }
    }

    private mutating func readPictureOrder(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        avcSlices.frameNumberBits = 4 + (try reader.count(upTo: 12, of: "more bits of frame numbers"))
        let type = try reader.count(upTo: 2, of: "as picture order count type")
        avcSlices.orderType = type
        if type == 0 { avcSlices.orderBits = 4 + (try reader.count(upTo: 12, of: "more picture order bits")) }
        guard type == 1 else { return type }
        avcSlices.hasNoOrderDelta = try reader.flag()
        avcSlices.nonReferenceOffset = try reader.signedExpGolomb()
        avcSlices.bottomOffset = try reader.signedExpGolomb()
        for _ in 0..<(try reader.count(upTo: 255, of: "frames in a picture order cycle")) {
            avcSlices.referenceOffsets.append(try reader.signedExpGolomb())
        }
        return type
    }

    private mutating func readAVCSize(_ reader: inout BitReader, separatePlanes: Bool) throws(BitstreamError) {
        let columns = 1 + (try reader.count(upTo: 4095, of: "columns of macroblocks"))
        let rows = 1 + (try reader.count(upTo: 4095, of: "rows of macroblocks"))
        let framesOnly = try reader.flag()
        if !framesOnly { try reader.skip(1) }
        allowsFields = !framesOnly
        (avcSlices.framesOnly, avcSlices.mapUnits) = (framesOnly, columns * rows)
        try reader.skip(1)
        let fields = framesOnly ? 1 : 2
        var (cropX, cropY) = (0, 0)
        if try reader.flag() {
            let planar = chromaFormat == 0 || separatePlanes
            let unitX = planar || chromaFormat == 3 ? 1 : 2
            let unitY = (planar || chromaFormat != 1 ? 1 : 2) * fields
            for _ in 0..<2 { cropX += unitX * Int(try reader.unsignedExpGolomb()) }
            for _ in 0..<2 { cropY += unitY * Int(try reader.unsignedExpGolomb()) }
        }
        try setSize(width: columns * 16, height: rows * 16 * fields, cropX: cropX, cropY: cropY)
    }

    /// ITU-T H.264 E.1.1.
    private mutating func readAVCUsability(_ reader: inout BitReader) throws(BitstreamError) {
        let signal = try VideoSignal(&reader)
        (pixelAspect, colour, signalBits) = (signal.pixelAspect, signal.colour, signal.signalBits)
        if try reader.flag() {
            let (units, timeScale) = (try reader.bits(32), try reader.bits(32))
            frameRate = Self.rate(timeScale: timeScale, units: units, fields: 2)
            try reader.skip(1)
        }
        let hasNAL = try reader.flag()
        if hasNAL { try Self.skipReferenceDecoder(&reader) }
        let hasVCL = try reader.flag()
        if hasVCL { try Self.skipReferenceDecoder(&reader) }
        if hasNAL || hasVCL { try reader.skip(1) }
        try reader.skip(1)
        guard try reader.flag() else { return }
        try reader.skip(1)
        for _ in 0..<4 { _ = try reader.unsignedExpGolomb() }
        maxReorderFrames = try reader.count(upTo: 16, of: "reordered frames")
    }

    private static func skipReferenceDecoder(_ reader: inout BitReader) throws(BitstreamError) {
        let schedules = 1 + (try reader.count(upTo: 31, of: "coded picture buffers"))
        try reader.skip(8)
        for _ in 0..<schedules {
            _ = try reader.unsignedExpGolomb()
            _ = try reader.unsignedExpGolomb()
            try reader.skip(1)
        }
        try reader.skip(20)
    }
}
