/// The properties of the video in an AV1 sequence header (AV1 Bitstream & Decoding Process Specification 5.5).
package struct AV1SequenceHeader: Sendable, Hashable {
    /// seq_profile: 0 main, 1 high, 2 professional.
    package var profile: UInt8 = 0
    /// seq_level_idx of the first operating point.
    package var level: UInt8 = 0
    package var isHighTier = false
    package var bitDepth = 8
    package var isMonochrome = false
    package var subsamplingX = true
    package var subsamplingY = true
    /// 0 unknown, 1 vertical, 2 colocated.
    package var chromaSamplePosition: UInt8 = 0
    /// The colours; nil if the header describes neither them nor full range.
    package var colour: ColourDescription?
    package var isFullRange = false
    /// The maximum frame size of the sequence, in pixels.
    package var size = PixelSize(width: 0, height: 0)
    /// The frame rate if it is constant; nil if the header does not declare it.
    package var frameRate: Ratio?
    /// The fields that frame headers depend on.
    package private(set) var frames = AV1FrameParameters()

    /// Reads the payload of an OBU of type 1.
    package init(payload: [UInt8]) throws(BitstreamError) {
        var reader = BitReader(payload)
        profile = UInt8(try reader.bits(3))
        guard profile <= 2 else { throw .invalid("an AV1 sequence of profile \(profile); 0 to 2 are defined") }
        try reader.skip(1)
        let isReduced = try reader.flag()
        frames.isReduced = isReduced
        if isReduced { level = UInt8(try reader.bits(5)) } else { try readOperatingPoints(&reader) }
        try readSize(&reader)
        try readTools(&reader, isReduced: isReduced)
        try readColour(&reader)
        frames.allowsFilmGrain = try reader.flag()
    }

    private mutating func readOperatingPoints(_ reader: inout BitReader) throws(BitstreamError) {
        var delayLength: Int?
        if try reader.flag() {
            try readTiming(&reader)
            if try reader.flag() {
                delayLength = 1 + (try reader.number(5))
                try reader.skip(32)
                frames.hasDecoderModel = true
                frames.removalTimeBits = 1 + (try reader.number(5))
                frames.presentationTimeBits = 1 + (try reader.number(5))
            }
        }
        let hasDisplayDelay = try reader.flag()
        for point in 0...(try reader.number(5)) {
            let operatingPoint = try reader.number(12)
            let level = UInt8(try reader.bits(5))
            let isHigh = level > 7 ? try reader.flag() : false
            if point == 0 { (self.level, isHighTier) = (level, isHigh) }
            let isModelled = delayLength != nil ? try reader.flag() : false
            frames.modelledPoints.append(isModelled ? operatingPoint : nil)
            if isModelled { try reader.skip(2 * (delayLength ?? 0) + 1) }
            if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
        }
    }

    private mutating func readTiming(_ reader: inout BitReader) throws(BitstreamError) {
        let (units, timeScale) = (try reader.bits(32), try reader.bits(32))
        frames.hasEqualPictureInterval = try reader.flag()
        guard frames.hasEqualPictureInterval else { return }
        let ticks = UInt64(try reader.unsignedExpGolomb()) + 1
        frameRate = SequenceParameterSet.rate(timeScale: timeScale, units: units, fields: ticks)
    }

    private mutating func readSize(_ reader: inout BitReader) throws(BitstreamError) {
        let (widthBits, heightBits) = (1 + (try reader.number(4)), 1 + (try reader.number(4)))
        let (width, height) = (1 + (try reader.number(widthBits)), 1 + (try reader.number(heightBits)))
        size = PixelSize(width: width, height: height)
        (frames.widthBits, frames.heightBits) = (widthBits, heightBits)
    }

    private mutating func readTools(_ reader: inout BitReader, isReduced: Bool) throws(BitstreamError) {
        if !isReduced, try reader.flag() {
            frames.differenceBits = 2 + (try reader.number(4))
            frames.numberBits = frames.differenceBits + 1 + (try reader.number(3))
        }
        frames.hasLargeSuperblocks = try reader.flag()
        try reader.skip(2)
        if !isReduced {
            try reader.skip(2)
            frames.allowsWarpedMotion = try reader.flag()
            try reader.skip(1)
            let hasOrderHint = try reader.flag()
            if hasOrderHint {
                try reader.skip(1)
                frames.allowsReferenceMotion = try reader.flag()
            }
            // Per frame, or a fixed value; if screen content tools are possible, the same for integer motion vectors.
            frames.screenContentTools = try reader.flag() ? 2 : try reader.number(1)
            if frames.screenContentTools > 0, try !reader.flag() { frames.integerMotion = try reader.number(1) }
            if hasOrderHint { frames.orderHintBits = 1 + (try reader.number(3)) }
        }
        frames.allowsSuperResolution = try reader.flag()
        frames.allowsDirectionalEnhancement = try reader.flag()
        frames.allowsRestoration = try reader.flag()
    }

    private mutating func readColour(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() {
            let isTwelve = profile == 2 ? try reader.flag() : false
            bitDepth = isTwelve ? 12 : 10
        }
        isMonochrome = profile == 1 ? false : try reader.flag()
        if try reader.flag() {
            colour = ColourDescription(
                primaries: UInt8(try reader.bits(8)), transfer: UInt8(try reader.bits(8)),
                matrix: UInt8(try reader.bits(8)))
        }
        if !isMonochrome, let colour, (colour.primaries, colour.transfer, colour.matrix) == (1, 13, 0) {
            (isFullRange, subsamplingX, subsamplingY) = (true, false, false)
        } else {
            isFullRange = try reader.flag()
            if !isMonochrome { try readSubsampling(&reader) }
        }
        if isMonochrome {
            (subsamplingX, subsamplingY) = (true, true)
        } else {
            frames.hasSeparateChromaDeltas = try reader.flag()
        }
        colour = colour ?? (isFullRange ? .unspecified(isFullRange: true) : nil)
        colour?.isFullRange = isFullRange
    }

    private mutating func readSubsampling(_ reader: inout BitReader) throws(BitstreamError) {
        switch profile {
        case 0: break
        case 1: (subsamplingX, subsamplingY) = (false, false)
        default:
            subsamplingX = bitDepth == 12 ? try reader.flag() : true
            let mayHalveRows = bitDepth == 12 && subsamplingX
            subsamplingY = mayHalveRows ? try reader.flag() : false
        }
        if subsamplingX, subsamplingY { chromaSamplePosition = UInt8(try reader.bits(2)) }
    }
}
