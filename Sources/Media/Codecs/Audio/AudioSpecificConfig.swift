/// The AudioSpecificConfig of ISO/IEC 14496-3 1.6.2.1.
public struct AudioSpecificConfig: Sendable, Hashable, Codable {
    /// The configuration's bytes.
    public let bytes: [UInt8]
    /// A configuration with these bytes, which are not validated.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

extension AudioSpecificConfig {
    /// The parsed configuration.
    package struct Fields: Sendable, Hashable {
        /// The object type of the core codec: 2 for AAC-LC.
        package var objectType: Int
        /// The core codec's samples per second.
        package var samplingRate: Int
        /// channelConfiguration; 0 if a program config element contains it.
        package var channelConfiguration: Int
        /// Whether spectral band replication is signalled.
        package var hasSpectralBandReplication = false
        /// Whether parametric stereo is signalled.
        package var hasParametricStereo = false
        /// The sample rate after band replication, if it is signalled.
        package var extensionSamplingRate: Int?
        /// Samples per channel in one packet, at the core rate.
        package var frameLength = 1024

        /// The number of output channels; nil if a program config element contains it.
        package var channelCount: Int? {
            switch channelConfiguration {
            case 1: hasParametricStereo ? 2 : 1
            case 2...6: channelConfiguration
            case 7, 12, 14: 8
            case 11: 7
            default: nil
            }
        }
        /// The object type in RFC 6381 codec strings: 29 and 5 represent the tools in addition to AAC-LC.
        package var signalledObjectType: Int {
            if hasParametricStereo { return 29 }
            return hasSpectralBandReplication && objectType == 2 ? 5 : objectType
        }
        /// Samples per second of the decoder's output.
        package var outputSamplingRate: Int { extensionSamplingRate ?? samplingRate }
        /// Samples per channel and packet at the output rate.
        package var outputFrameLength: Int {
            if objectType == 42 { return frameLength }
            guard hasSpectralBandReplication, outputSamplingRate == samplingRate * 2 else { return frameLength }
            return frameLength * 2
        }
    }

    private static let samplingRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// Parses and validates the configuration.
    package func parse() throws(BitstreamError) -> Fields {
        var reader = BitReader(bytes)
        let signalled = try Self.objectType(&reader)
        let rate = try Self.samplingRate(&reader)
        var fields = Fields(
            objectType: signalled, samplingRate: rate, channelConfiguration: try reader.number(4))
        if signalled == 5 || signalled == 29 {
            fields.hasSpectralBandReplication = true
            fields.hasParametricStereo = signalled == 29
            fields.extensionSamplingRate = try Self.samplingRate(&reader)
            fields.objectType = try Self.objectType(&reader)
        }
        try Self.readFrameLength(&reader, into: &fields)
        // Decoders can decode samples even if this part is missing.
        if fields.objectType == 42 { try? Self.readUnified(&reader, into: &fields) }
        if fields.objectType == 2, !fields.hasSpectralBandReplication, fields.channelConfiguration != 0 {
            // Most configurations end here, without the extension.
            try? Self.readCompatibleExtension(&reader, into: &fields)
        }
        return fields
    }

    /// Builds the configuration of AAC-LC.
    package init(samplingRate: Int, channelCount: Int) throws(BitstreamError) {
        let configuration = channelCount == 8 ? 7 : channelCount
        guard (1...8).contains(channelCount), channelCount != 7 else {
            throw .invalid("AAC-LC with \(channelCount) channels; 1 to 6 or 8 are possible")
        }
        guard (1..<1 << 24).contains(samplingRate) else {
            throw .invalid("AAC-LC at \(samplingRate) samples per second; 1 to 16777215 are possible")
        }
        var bits: UInt64 = 2
        var length = 5
        if let index = Self.samplingRates.firstIndex(of: samplingRate) {
            bits = bits << 4 | UInt64(index)
            length += 4
        } else {
            bits = bits << 28 | 0xf << 24 | UInt64(samplingRate)
            length += 28
        }
        // The frame length, core coder and extension flags, all 0.
        bits = bits << 7 | UInt64(configuration) << 3
        length += 7
        self.init(bytes: stride(from: length - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) })
    }

    private static func objectType(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let type = try reader.number(5)
        return type == 31 ? 32 + (try reader.number(6)) : type
    }

    private static func samplingRate(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let index = try reader.number(4)
        let rate = index == 15 ? try reader.number(24) : index < samplingRates.count ? samplingRates[index] : 0
        guard rate > 0 else { throw .invalid("an AAC configuration without a sampling rate") }
        return rate
    }

    private static func readFrameLength(_ reader: inout BitReader, into fields: inout Fields) throws(BitstreamError) {
        switch fields.objectType {
        case 1...4, 6, 7, 17, 19, 20, 22:
            let isShort = try reader.flag()
            fields.frameLength = isShort ? 960 : 1024
            if try reader.flag() { try reader.skip(14) }
            try reader.skip(1)
        case 23, 39:
            fields.frameLength = try reader.flag() ? 480 : 512
        default: break
        }
    }

    /// Reads usacSamplingFrequencyIndex (ISO/IEC 23003-3 5.2), which MPEG-H uses too.
    static func unifiedSamplingRate(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let index = try reader.number(5)
        // The rates of AAC, followed by rates that only these codecs have.
        let rates = samplingRates + [0, 0, 57_600, 51_200, 40_000, 38_400, 34_150, 28_800, 25_600, 20_000, 19_200]
        let more = [17_075, 14_400, 12_800, 9600]
        let all = rates + more
        let rate = index == 31 ? try reader.number(24) : index < all.count ? all[index] : 0
        guard rate > 0 else { throw .invalid("an xHE-AAC configuration without a sampling rate") }
        return rate
    }

    /// Reads the start of UsacConfig (ISO/IEC 23003-3 5.2): the output rate and the number of samples per packet.
    private static func readUnified(_ reader: inout BitReader, into fields: inout Fields) throws(BitstreamError) {
        let rate = try unifiedSamplingRate(&reader)
        fields.extensionSamplingRate = rate
        let lengths = [768, 1024, 2048, 2048, 4096]
        let code = try reader.number(3)
        guard code < lengths.count else {
            throw .invalid("an xHE-AAC configuration with the reserved frame length code \(code)")
        }
        fields.frameLength = lengths[code]
        fields.hasSpectralBandReplication = code >= 2
        if fields.channelConfiguration == 0 { fields.channelConfiguration = try reader.number(5) }
    }

    /// Reads the backward compatible signalling of band replication (ISO/IEC 14496-3 1.6.5.2).
    private static func readCompatibleExtension(
        _ reader: inout BitReader, into fields: inout Fields
    ) throws(BitstreamError) {
        guard try reader.bits(11) == 0x2b7, try objectType(&reader) == 5, try reader.flag() else { return }
        fields.extensionSamplingRate = try samplingRate(&reader)
        fields.hasSpectralBandReplication = true
        if try reader.bits(11) == 0x548 { fields.hasParametricStereo = try reader.flag() }
    }
}
