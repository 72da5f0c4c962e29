extension SequenceParameterSet {
    /// Reads an HEVC NAL unit of type 33, including both header bytes.
    package init(hevc unit: [UInt8]) throws(BitstreamError) {
        guard unit.count > 2, unit[0] >> 1 & 0x3f == 33 else {
            throw .invalid("a sequence parameter set is expected (NAL unit type 33)")
        }
        var reader = BitReader(EmulationPrevention.remove(from: unit.dropFirst(2)))
        try reader.skip(4)
        let subLayers = try reader.number(3)
        try reader.skip(1)
        // profile_tier_level: space 2, tier 1, profile 5, then 80 bits, then the level.
        try reader.skip(3)
        let profile = UInt8(try reader.bits(5))
        try reader.skip(80)
        self.init(profile: profile, level: UInt8(try reader.bits(8)))
        try Self.skipSubLayers(&reader, count: subLayers)
        try readHEVCSize(&reader)
        hevcSlices.isForScreenContent = profile == 9 || profile == 11
        hevcSlices.orderBits = 4 + (try reader.count(upTo: 12, of: "more picture order bits"))
        try readOrdering(&reader, subLayers: subLayers)
        try readCodingTools(&reader)
        try readReferences(&reader)
        try reader.skip(1)
        if try reader.flag() { try readHEVCUsability(&reader) }
    }

    private static func skipSubLayers(_ reader: inout BitReader, count: Int) throws(BitstreamError) {
        guard count > 0 else { return }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<count { present.append((try reader.flag(), try reader.flag())) }
        if count < 8 { try reader.skip(2 * (8 - count)) }
        for layer in present { try reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    }

    private mutating func readHEVCSize(_ reader: inout BitReader) throws(BitstreamError) {
        hevcSlices.id = try reader.count(upTo: 15, of: "as the number of a sequence parameter set")
        chromaFormat = UInt8(try reader.count(upTo: 3, of: "as chroma format"))
        let separatePlanes = chromaFormat == 3 ? try reader.flag() : false
        let width = try reader.count(upTo: 65_535, of: "pixels across")
        let height = try reader.count(upTo: 65_535, of: "pixels down")
        hevcSlices.codedSize = PixelSize(width: width, height: height)
        hevcSlices.hasSeparatePlanes = separatePlanes
        hevcSlices.hasChroma = chromaFormat != 0 && !separatePlanes
        var (cropX, cropY) = (0, 0)
        if try reader.flag() {
            let unitX = !separatePlanes && (chromaFormat == 1 || chromaFormat == 2) ? 2 : 1
            let unitY = !separatePlanes && chromaFormat == 1 ? 2 : 1
            for _ in 0..<2 { cropX += unitX * Int(try reader.unsignedExpGolomb()) }
            for _ in 0..<2 { cropY += unitY * Int(try reader.unsignedExpGolomb()) }
        }
        try setSize(width: width, height: height, cropX: cropX, cropY: cropY)
        bitDepthLuma = 8 + (try reader.count(upTo: 8, of: "more luma bits"))
        hevcSlices.quantizerOffset = 6 * (bitDepthLuma - 8)
        bitDepthChroma = 8 + (try reader.count(upTo: 8, of: "more chroma bits"))
    }

    private mutating func readOrdering(_ reader: inout BitReader, subLayers: Int) throws(BitstreamError) {
        let first = try reader.flag() ? 0 : subLayers
        for _ in first...subLayers {
            _ = try reader.unsignedExpGolomb()
            maxReorderFrames = try reader.count(upTo: 15, of: "reordered pictures")
            _ = try reader.unsignedExpGolomb()
        }
    }

    private mutating func readCodingTools(_ reader: inout BitReader) throws(BitstreamError) {
        let minimum = 3 + (try reader.count(upTo: 3, of: "as minimum coding block size"))
        hevcSlices.blockSizeBits = minimum + (try reader.count(upTo: 3, of: "as coding block depth"))
        try reader.skipExpGolomb(4)
        if try reader.flag(), try reader.flag() { try HEVCScalingLists.skip(&reader) }
        try reader.skip(1)
        hevcSlices.hasAdaptiveOffset = try reader.flag()
        if try reader.flag() {
            try reader.skip(8)
            try reader.skipExpGolomb(2)
            try reader.skip(1)
        }
    }

    private mutating func readReferences(_ reader: inout BitReader) throws(BitstreamError) {
        var sets: [HEVCReferenceSet] = []
        for index in 0..<(try reader.count(upTo: 64, of: "reference picture sets")) {
            sets.append(try HEVCReferenceSet(&reader, index: index, sets: sets, isInSlice: false))
        }
        hevcSlices.referenceSets = sets
        hevcSlices.hasLongTermReferences = try reader.flag()
        if hevcSlices.hasLongTermReferences {
            for _ in 0..<(try reader.count(upTo: 32, of: "long-term reference pictures")) {
                try reader.skip(hevcSlices.orderBits)
                hevcSlices.longTermUsed.append(try reader.flag())
            }
        }
        hevcSlices.hasTemporalPrediction = try reader.flag()
    }

    /// ITU-T H.265 E.2.1, up to the timing information.
    private mutating func readHEVCUsability(_ reader: inout BitReader) throws(BitstreamError) {
        let signal = try VideoSignal(&reader)
        (pixelAspect, colour, signalBits) = (signal.pixelAspect, signal.colour, signal.signalBits)
        try reader.skip(1)
        allowsFields = try reader.flag()
        try reader.skip(1)
        if try reader.flag() { for _ in 0..<4 { _ = try reader.unsignedExpGolomb() } }
        guard try reader.flag() else { return }
        let (units, timeScale) = (try reader.bits(32), try reader.bits(32))
        frameRate = Self.rate(timeScale: timeScale, units: units, fields: 1)
    }
}
