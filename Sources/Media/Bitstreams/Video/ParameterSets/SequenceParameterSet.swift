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
