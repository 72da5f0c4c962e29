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
        let orderBits = 4 + (try reader.count(upTo: 12, of: "more picture order bits"))
        try readOrdering(&reader, subLayers: subLayers)
        try Self.skipCodingTools(&reader)
        try HEVCReferenceSets.skip(&reader)
        if try reader.flag() {
            let count = try reader.count(upTo: 32, of: "long-term reference pictures")
            try reader.skip(count * (orderBits + 1))
        }
        try reader.skip(2)
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
        _ = try reader.count(upTo: 15, of: "as the number of a sequence parameter set")
        chromaFormat = UInt8(try reader.count(upTo: 3, of: "as chroma format"))
        let separatePlanes = chromaFormat == 3 ? try reader.flag() : false
        let width = try reader.count(upTo: 65_535, of: "pixels across")
        let height = try reader.count(upTo: 65_535, of: "pixels down")
        var (cropX, cropY) = (0, 0)
        if try reader.flag() {
            let unitX = !separatePlanes && (chromaFormat == 1 || chromaFormat == 2) ? 2 : 1
            let unitY = !separatePlanes && chromaFormat == 1 ? 2 : 1
            for _ in 0..<2 { cropX += unitX * Int(try reader.unsignedExpGolomb()) }
            for _ in 0..<2 { cropY += unitY * Int(try reader.unsignedExpGolomb()) }
        }
        try setSize(width: width, height: height, cropX: cropX, cropY: cropY)
        bitDepthLuma = 8 + (try reader.count(upTo: 8, of: "more luma bits"))
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

    private static func skipCodingTools(_ reader: inout BitReader) throws(BitstreamError) {
        for _ in 0..<6 { _ = try reader.unsignedExpGolomb() }
        if try reader.flag(), try reader.flag() { try skipScalingLists(&reader) }
        try reader.skip(2)
        if try reader.flag() {
            try reader.skip(8)
            _ = try reader.unsignedExpGolomb()
            _ = try reader.unsignedExpGolomb()
            try reader.skip(1)
        }
    }

    /// ITU-T H.265 7.3.4.
    private static func skipScalingLists(_ reader: inout BitReader) throws(BitstreamError) {
        for sizeIndex in 0..<4 {
            for _ in stride(from: 0, to: 6, by: sizeIndex == 3 ? 3 : 1) {
                guard try reader.flag() else {
                    _ = try reader.unsignedExpGolomb()
                    continue
                }
                if sizeIndex > 1 { _ = try reader.signedExpGolomb() }
                for _ in 0..<min(64, 1 << (4 + sizeIndex << 1)) { _ = try reader.signedExpGolomb() }
            }
        }
    }

    /// ITU-T H.265 E.2.1, up to the timing information.
    private mutating func readHEVCUsability(_ reader: inout BitReader) throws(BitstreamError) {
        let signal = try VideoSignal(&reader)
        (pixelAspect, colour) = (signal.pixelAspect, signal.colour)
        try reader.skip(1)
        allowsFields = try reader.flag()
        try reader.skip(1)
        if try reader.flag() { for _ in 0..<4 { _ = try reader.unsignedExpGolomb() } }
        guard try reader.flag() else { return }
        let (units, timeScale) = (try reader.bits(32), try reader.bits(32))
        frameRate = Self.rate(timeScale: timeScale, units: units, fields: 1)
    }
}

/// The short-term reference picture sets (ITU-T H.265 7.3.7), which are only skipped.
private enum HEVCReferenceSets {
    static func skip(_ reader: inout BitReader) throws(BitstreamError) {
        let count = try reader.count(upTo: 64, of: "reference picture sets")
        var pictures = 0
        for index in 0..<count { pictures = try skipSet(&reader, index: index, previous: pictures) }
    }

    /// Returns the number of pictures in the set, which can predict the next set.
    private static func skipSet(
        _ reader: inout BitReader, index: Int, previous: Int
    ) throws(BitstreamError) -> Int {
        if index > 0, try reader.flag() {
            try reader.skip(1)
            _ = try reader.unsignedExpGolomb()
            var pictures = 0
            for _ in 0...previous {
                let isUsed = try reader.flag()
                if isUsed { pictures += 1 } else if try reader.flag() { pictures += 1 }
            }
            guard pictures <= 32 else { throw .invalid("\(pictures) reference pictures; at most 32 are allowed") }
            return pictures
        }
        let before = try reader.count(upTo: 16, of: "reference pictures")
        let after = try reader.count(upTo: 16, of: "reference pictures")
        for _ in 0..<before + after {
            _ = try reader.unsignedExpGolomb()
            try reader.skip(1)
        }
        return before + after
    }
}
