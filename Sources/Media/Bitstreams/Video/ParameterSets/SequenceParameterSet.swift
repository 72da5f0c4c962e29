/// The properties of the video in a sequence parameter set of H.264 or HEVC.
package struct SequenceParameterSet: Sendable, Hashable {
    /// profile_idc or general_profile_idc.
    package var profile: UInt8
    /// level_idc or general_level_idc.
    package var level: UInt8
    /// 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    package var chromaFormat: UInt8 = 1
    package var bitDepthLuma = 8
    package var bitDepthChroma = 8
    /// The size of a frame after cropping, in pixels.
    package var size = PixelSize(width: 0, height: 0)
    /// The pixel aspect ratio; square if it is not declared.
    package var pixelAspect = Ratio(1)
    /// The colours; nil if the set describes neither them nor full range.
    package var colour: ColourDescription?
    /// The bits of video_signal_type in the payload after the NAL unit header; nil without usability information.
    package var signalBits: Range<Int>?
    /// The frame rate in the timing information, for frames and not fields; nil if it is not declared.
    package var frameRate: Ratio?
    /// The maximum number of pictures that precede one in decode order and follow it in presentation; nil if not
    /// declared.
    package var maxReorderFrames: Int?
    /// Whether pictures may be coded as fields.
    package var allowsFields = false
    /// The fields that slice headers of H.264 depend on.
    package var avcSlices = AVCSliceParameters()
    /// The fields that slice headers of HEVC depend on.
    package var hevcSlices = HEVCSliceParameters()

    init(profile: UInt8, level: UInt8) {
        self.profile = profile
        self.level = level
    }

    /// Sets the size from a coded size and its cropping. Throws if the result is not positive.
    mutating func setSize(width: Int, height: Int, cropX: Int, cropY: Int) throws(BitstreamError) {
        let (croppedWidth, croppedHeight) = (width - cropX, height - cropY)
        guard (1...65_535).contains(croppedWidth), (1...65_535).contains(croppedHeight) else {
            throw .invalid("a frame size of \(croppedWidth)x\(croppedHeight); 1 to 65535 pixels per side are allowed")
        }
        size = PixelSize(width: croppedWidth, height: croppedHeight)
    }

    /// Returns the frame rate `timeScale / (units × fields)`; nil for invalid values.
    static func rate(timeScale: UInt32, units: UInt32, fields: UInt64) -> Ratio? {
        guard timeScale > 0, units > 0 else { return nil }
        let (numerator, denominator) = (UInt64(timeScale), UInt64(units) * fields)
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let top = Int32(exactly: numerator / divisor), let bottom = Int32(exactly: denominator / divisor) else {
            return nil
        }
        return Ratio(top, bottom)
    }
}

extension CodecConfiguration {
    /// Whether the sequence parameter set allows field coding; false for codecs without fields.
    package var allowsFields: Bool {
        switch self {
        case .avc(let record): (try? record.sequenceParameterSet().allowsFields) ?? false
        case .hevc(let record): (try? record.sequenceParameterSet().allowsFields) ?? false
        case .aac, .boxed: false
        }
    }
}

extension SequenceParameterSet {
    /// Returns an H.264 NAL unit of type 7 that declares these colours, or none; the same unit if it has no usability
    /// information.
    package static func declaring(_ colour: ColourDescription?, avc unit: [UInt8]) throws(BitstreamError) -> [UInt8] {
        declaring(colour, unit, headerSize: 1, try SequenceParameterSet(avc: unit))
    }

    /// Returns an HEVC NAL unit of type 33 that declares these colours, or none; the same unit if it has no usability
    /// information.
    package static func declaring(_ colour: ColourDescription?, hevc unit: [UInt8]) throws(BitstreamError) -> [UInt8] {
        declaring(colour, unit, headerSize: 2, try SequenceParameterSet(hevc: unit))
    }

    private static func declaring(
        _ colour: ColourDescription?, _ unit: [UInt8], headerSize: Int, _ set: SequenceParameterSet
    ) -> [UInt8] {
        guard set.colour != colour, let replaced = set.signalBits else { return unit }
        let payload = EmulationPrevention.remove(from: unit.dropFirst(headerSize))
        guard let stop = payload.lastIndex(where: { $0 != 0 }) else { return unit }
        // The last 1 is the stop bit (ITU-T H.264 7.3.2.11).
        let end = stop * 8 + 8 - payload[stop].trailingZeroBitCount
        var writer = BitWriter()
        writer.write(payload, bits: 0..<replaced.lowerBound)
        writer.write(colour)
        writer.write(payload, bits: replaced.upperBound..<end)
        return unit.prefix(headerSize) + EmulationPrevention.insert(into: writer.bytes)
    }
}

/// Writes bit fields, most significant bit first. Unused bits of the last byte are zero.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: UInt32, count: Int) {
        for bit in (0..<count).reversed() {
            if self.count & 7 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> UInt32(bit) & 1) << UInt8(7 - self.count & 7)
            self.count += 1
        }
    }

    mutating func write(_ source: [UInt8], bits: Range<Int>) {
        for bit in bits { write(UInt32(source[bit >> 3] >> UInt8(7 - bit & 7)), count: 1) }
    }

    /// Writes video_signal_type_present_flag and the fields that depend on it (ITU-T H.264 E.1.1, H.265 E.2.1).
    mutating func write(_ colour: ColourDescription?) {
        write(colour == nil ? 0 : 1, count: 1)
        guard let colour else { return }
        // The video format is unspecified.
        write(5, count: 3)
        write(colour.isFullRange ? 1 : 0, count: 1)
        write(colour.isUnspecified ? 0 : 1, count: 1)
        guard !colour.isUnspecified else { return }
        for code in [colour.primaries, colour.transfer, colour.matrix] { write(UInt32(code), count: 8) }
    }
}
