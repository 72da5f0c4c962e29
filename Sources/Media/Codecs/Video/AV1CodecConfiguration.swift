/// The AV1CodecConfigurationRecord of the AV1 mapping into ISO base media files, 2.3.
package struct AV1CodecConfiguration: Sendable, Hashable {
    /// The bytes of the record: the content of an `av1C` box.
    package let bytes: [UInt8]
    /// A record with these bytes, which are not validated.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Builds a record from a sequence header and its complete unit, including the size field.
    package init(_ header: AV1SequenceHeader, unit: [UInt8]) {
        var third: UInt8 = header.isHighTier ? 0x80 : 0
        if header.bitDepth > 8 { third |= 0x40 }
        if header.bitDepth == 12 { third |= 0x20 }
        if header.isMonochrome { third |= 0x10 }
        if header.subsamplingX { third |= 8 }
        if header.subsamplingY { third |= 4 }
        third |= header.chromaSamplePosition & 3
        bytes = [0x81, header.profile << 5 | header.level & 0x1f, third, 0] + unit
    }

    /// The sequence header in the record; nil if it has none.
    package var sequenceHeader: AV1SequenceHeader? {
        guard bytes.count > 4 else { return nil }
        return AV1TemporalUnit(ByteSlice(copying: bytes[4...])).sequenceHeader
    }

    /// Profile, level, tier, bit depth and subsampling, which identify the configuration.
    package var essentials: [UInt8] { bytes.count >= 4 ? Array(bytes[1...2]) : [] }

    /// The short form omits 4:2:0 with BT.709 colours in limited range (AV1-ISOBMFF 5).
    var codecString: String {
        guard bytes.count >= 4 else { return "av01" }
        let flags = bytes[2]
        let tier = flags & 0x80 != 0 ? "H" : "M"
        let depth = flags & 0x40 == 0 ? "08" : flags & 0x20 == 0 ? "10" : "12"
        let short = "av01.\(bytes[1] >> 5).\((bytes[1] & 0x1f).twoDigits)\(tier).\(depth)"
        let header = sequenceHeader
        let colour = header?.colour.flatMap { $0.isUnspecified ? nil : $0 } ?? .bt709
        let isUsual =
            flags & 0x1c == 0x0c && colour.primaries == 1 && colour.transfer == 1 && colour.matrix == 1
            && header?.isFullRange != true
        guard !isUsual else { return short }
        let position = flags & 0x0c == 0x0c ? flags & 3 : 0
        let subsampling = "\(flags >> 3 & 1)\(flags >> 2 & 1)\(position)"
        let codes = [colour.primaries, colour.transfer, colour.matrix].map(\.twoDigits).joined(separator: ".")
        return "\(short).\(flags >> 4 & 1).\(subsampling).\(codes).\(header?.isFullRange == true ? 1 : 0)"
    }
}

extension ColourDescription {
    /// Whether all three codes are 2 (unspecified).
    package var isUnspecified: Bool { [primaries, transfer, matrix].allSatisfy { $0 == 2 } }

    /// The description; nil if it has neither a code nor full range.
    package var declared: ColourDescription? { isUnspecified && !isFullRange ? nil : self }

    /// The description with the codes of another one in place of unspecified ones.
    package func completed(by other: ColourDescription?) -> ColourDescription {
        guard let other else { return self }
        var result = self
        if primaries == 2 { result.primaries = other.primaries }
        if transfer == 2 { result.transfer = other.transfer }
        if matrix == 2 { result.matrix = other.matrix }
        return result
    }
}

extension UInt8 {
    /// Decimal with at least two digits.
    var twoDigits: String { (self < 10 ? "0" : "") + String(self) }
}
