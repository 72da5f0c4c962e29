/// The HEVCDecoderConfigurationRecord of ISO/IEC 14496-15 8.3.3.1.
public struct HEVCDecoderConfiguration: Sendable, Hashable, Codable {
    /// The bytes of the record: the content of an `hvcC` box.
    public let bytes: [UInt8]
    /// A record with these bytes, which are not validated.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

extension HEVCDecoderConfiguration {
    /// The parsed record.
    package struct Fields: Sendable, Hashable {
        /// general_profile_space, 0 to 3.
        package var profileSpace: UInt8
        package var isHighTier: Bool
        package var profile: UInt8
        /// general_profile_compatibility_flags, flag 0 in the highest bit.
        package var compatibility: UInt32
        /// The six bytes of general constraint flags.
        package var constraints: [UInt8]
        package var level: UInt8
        /// The size of the length prefix of NAL units: 1, 2 or 4 bytes.
        package var nalLengthSize: Int
        package var arrays: [ParameterSetArray]

        /// Returns the parameter sets of one NAL unit type, in the record's order.
        package func parameterSets(ofType type: UInt8) -> [[UInt8]] {
            arrays.filter { $0.type == type }.flatMap(\.units)
        }
        /// Whether there are video, sequence and picture parameter sets, as `hvc1` requires.
        package var isComplete: Bool { [32, 33, 34].allSatisfy { !parameterSets(ofType: $0).isEmpty } }
    }

    /// NAL units of one type.
    package struct ParameterSetArray: Sendable, Hashable {
        /// Whether the samples contain no further units of this type.
        package var isComplete: Bool
        package var type: UInt8
        package var units: [[UInt8]]
    }

    /// The size of the length prefix of NAL units; 4 if the record is truncated.
    package var nalLengthSize: Int { bytes.count > 21 ? Int(bytes[21] & 3) + 1 : 4 }

    /// Parses and validates the record.
    package func parse() throws(BitstreamError) -> Fields {
        guard bytes.count >= 23 else { throw .endsTooEarly }
        // Version 0 was written before the standard was final, with the same fields.
        guard bytes[0] <= 1 else { throw .invalid("an HEVC configuration of version \(bytes[0]); 1 is supported") }
        guard nalLengthSize != 3 else { throw .invalid("NAL unit lengths of 3 bytes; 1, 2 or 4 are allowed") }
        var compatibility: UInt32 = 0
        for byte in bytes[2..<6] { compatibility = compatibility << 8 | UInt32(byte) }
        return Fields(
            profileSpace: bytes[1] >> 6, isHighTier: bytes[1] & 0x20 != 0, profile: bytes[1] & 0x1f,
            compatibility: compatibility, constraints: Array(bytes[6..<12]), level: bytes[12],
            nalLengthSize: nalLengthSize, arrays: try parseArrays())
    }

    private func parseArrays() throws(BitstreamError) -> [ParameterSetArray] {
        var reader = ParameterSetReader(bytes, offset: 22)
        var arrays: [ParameterSetArray] = []
        for _ in 0..<(try reader.byte()) {
            let head = try reader.byte()
            let units = try reader.units(try reader.number())
            arrays.append(ParameterSetArray(isComplete: head & 0x80 != 0, type: head & 0x3f, units: units))
        }
        return arrays
    }

    /// Returns the first sequence parameter set.
    package func sequenceParameterSet() throws(BitstreamError) -> SequenceParameterSet {
        guard let unit = try parse().parameterSets(ofType: 33).first else {
            throw .invalid("the HEVC configuration contains no sequence parameter set")
        }
        return try SequenceParameterSet(hevc: unit)
    }

    /// Builds a record with 4-byte lengths and complete arrays from parameter set NAL units, including headers.
    package init(
        videoParameterSets: [[UInt8]], sequenceParameterSets: [[UInt8]], pictureParameterSets: [[UInt8]]
    ) throws(BitstreamError) {
        guard let first = sequenceParameterSets.first else {
            throw .invalid("an HEVC configuration needs a sequence parameter set")
        }
        let fields = try SequenceParameterSet(hevc: first)
        let payload = EmulationPrevention.remove(from: first.dropFirst(2))
        var writer = ByteWriter(capacity: 128)
        writer.write(UInt8(1))
        // From general_profile_space to general_level_idc, as in the set after its first byte.
        writer.write(contentsOf: payload[1..<13])
        writer.write(UInt16(0xf000))
        writer.write(UInt8(0xfc))
        writer.write(0xfc | fields.chromaFormat)
        writer.write(0xf8 | UInt8(fields.bitDepthLuma - 8))
        writer.write(0xf8 | UInt8(fields.bitDepthChroma - 8))
        writer.write(UInt16(0))
        let (layers, isNested) = ((payload[0] >> 1 & 7) + 1, payload[0] & 1)
        writer.write(layers << 3 | isNested << 2 | 3)
        writer.write(UInt8(3))
        for (type, units) in [(32, videoParameterSets), (33, sequenceParameterSets), (34, pictureParameterSets)] {
            guard units.count <= 64 else {
                throw .invalid("\(units.count) parameter sets of type \(type); at most 64 are allowed")
            }
            writer.write(0x80 | UInt8(type))
            writer.write(UInt16(units.count))
            try writer.writeParameterSets(units)
        }
        self.init(bytes: writer.bytes)
    }
}
