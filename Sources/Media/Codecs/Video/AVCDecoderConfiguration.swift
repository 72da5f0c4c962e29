/// The AVCDecoderConfigurationRecord of ISO/IEC 14496-15 5.3.3.1.
public struct AVCDecoderConfiguration: Sendable, Hashable, Codable {
    /// The bytes of the record: the content of an `avcC` box.
    public let bytes: [UInt8]
    /// A record with these bytes, which are not validated.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

extension AVCDecoderConfiguration {
    /// The parsed record.
    package struct Fields: Sendable, Hashable {
        package var profile: UInt8
        /// The constraint flags between profile and level.
        package var compatibility: UInt8
        package var level: UInt8
        /// The size of the length prefix of NAL units: 1, 2 or 4 bytes.
        package var nalLengthSize: Int
        package var sequenceParameterSets: [[UInt8]]
        package var pictureParameterSets: [[UInt8]]
    }

    /// The size of the length prefix of NAL units; 4 if the record is truncated.
    package var nalLengthSize: Int { bytes.count > 4 ? Int(bytes[4] & 3) + 1 : 4 }

    /// Parses and validates the record.
    package func parse() throws(BitstreamError) -> Fields {
        guard bytes.count >= 7 else { throw .endsTooEarly }
        guard bytes[0] == 1 else { throw .invalid("an AVC configuration of version \(bytes[0]); 1 is supported") }
        guard nalLengthSize != 3 else { throw .invalid("NAL unit lengths of 3 bytes; 1, 2 or 4 are allowed") }
        var sets = ParameterSetReader(bytes, offset: 5)
        let sequenceCount = Int(try sets.byte() & 0x1f)
        let sequenceSets = try sets.units(sequenceCount)
        let pictureSets = try sets.units(Int(try sets.byte()))
        return Fields(
            profile: bytes[1], compatibility: bytes[2], level: bytes[3], nalLengthSize: nalLengthSize,
            sequenceParameterSets: sequenceSets, pictureParameterSets: pictureSets)
    }

    /// Returns the first sequence parameter set.
    package func sequenceParameterSet() throws(BitstreamError) -> SequenceParameterSet {
        guard let unit = try parse().sequenceParameterSets.first else {
            throw .invalid("the AVC configuration contains no sequence parameter set")
        }
        return try SequenceParameterSet(avc: unit)
    }

    /// Builds a record with 4-byte lengths from parameter set NAL units, including the header byte.
    package init(sequenceParameterSets: [[UInt8]], pictureParameterSets: [[UInt8]]) throws(BitstreamError) {
        guard let first = sequenceParameterSets.first, first.count >= 4 else {
            throw .invalid("an AVC configuration needs a sequence parameter set")
        }
        guard sequenceParameterSets.count <= 31, pictureParameterSets.count <= 255 else {
            throw .invalid("an AVC configuration contains at most 31 sequence and 255 picture parameter sets")
        }
        let fields = try SequenceParameterSet(avc: first)
        var writer = ByteWriter(capacity: 64)
        writer.write(contentsOf: [1, first[1], first[2], first[3], 0xff])
        writer.write(0xe0 | UInt8(sequenceParameterSets.count))
        try writer.writeParameterSets(sequenceParameterSets)
        writer.write(UInt8(pictureParameterSets.count))
        try writer.writeParameterSets(pictureParameterSets)
        if SequenceParameterSet.recordHasChromaFormat(profile: fields.profile) {
            writer.write(0xfc | fields.chromaFormat)
            writer.write(0xf8 | UInt8(fields.bitDepthLuma - 8))
            writer.write(0xf8 | UInt8(fields.bitDepthChroma - 8))
            writer.write(UInt8(0))
        }
        self.init(bytes: writer.bytes)
    }
}

extension ByteWriter {
    mutating func writeParameterSets(_ units: [[UInt8]]) throws(BitstreamError) {
        for unit in units {
            guard let size = UInt16(exactly: unit.count), size > 0 else {
                throw .invalid("a parameter set of \(unit.count) bytes; 1 to 65535 are allowed")
            }
            write(size)
            write(contentsOf: unit)
        }
    }
}
