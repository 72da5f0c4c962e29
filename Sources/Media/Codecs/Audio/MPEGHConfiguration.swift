/// The MHADecoderConfigurationRecord of MPEG-H audio, ISO/IEC 23008-3 20.5.
package struct MPEGHConfiguration: Sendable, Hashable {
    /// The content of an `mhaC` box.
    package let bytes: [UInt8]

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 5 else { throw .endsTooEarly }
        guard bytes[0] == 1 else { throw .invalid("an MPEG-H configuration of version \(bytes[0]); 1 is supported") }
        self.bytes = bytes
    }

    /// Builds the record of an mpegh3daConfig, ISO/IEC 23008-3 5.2.2.1.
    package init(config: [UInt8]) throws(BitstreamError) {
        let fields = try Fields(config)
        guard let size = UInt16(exactly: config.count) else {
            throw .invalid("an MPEG-H configuration of \(config.count) bytes; at most 65535 are possible")
        }
        bytes = [1, fields.profileLevel, fields.layout, UInt8(size >> 8), UInt8(size & 0xff)] + config
    }

    /// Builds the record from the configuration packet in a sample of `mhm1`; nil for a sample without one.
    package init?(sample: ByteSlice) {
        let head = sample.slice(0..<min(sample.count, 4096)).bytes
        var reader = BitReader(head)
        // Synchronization and marker packets may precede it.
        for _ in 0..<8 {
            guard let packet = try? MHASPacketHeader(&reader), packet.length * 8 <= reader.remaining else { return nil }
            let start = head.count - reader.remaining / 8
            if packet.type == 1 {
                guard let made = try? MPEGHConfiguration(config: Array(head[start..<start + packet.length])) else {
                    return nil
                }
                self = made
                return
            }
            guard (try? reader.skip(packet.length * 8)) != nil else { return nil }
        }
        return nil
    }

    /// mpegh3daProfileLevelIndication: 0x0D is the low complexity profile at level 3.
    package var profileLevel: UInt8 { bytes[1] }
    /// Samples per second; nil without a configuration.
    package var sampleRate: Int? { try? Fields(Array(bytes[5...])).sampleRate }
    /// Samples per channel in an access unit; nil without a configuration.
    package var frameLength: Int? { try? Fields(Array(bytes[5...])).frameLength }
    /// The channels of the reference layout (ISO/IEC 23091-3); nil for layouts without a number.
    package var channelCount: Int? {
        let counts = [0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14]
        let index = Int(bytes[2])
        return index < counts.count && counts[index] > 0 ? counts[index] : nil
    }

    /// Returns the codec string with the hexadecimal level (ISO/IEC 23008-3 20.5.5).
    func codecString(_ code: FourCC) -> String { "\(code).0x\(profileLevel.hexadecimal(uppercase: true))" }

    /// Returns the codec configuration for sample entries of type `mha1` or `mhm1`.
    package func configuration(_ code: FourCC) -> CodecConfiguration { .boxed(code, "mhaC", bytes) }

    /// The first fields of an mpegh3daConfig.
    private struct Fields {
        var profileLevel: UInt8
        var sampleRate: Int
        var frameLength: Int
        /// CICPspeakerLayoutIdx; 0 for an explicitly described layout.
        var layout: UInt8

        init(_ config: [UInt8]) throws(BitstreamError) {
            var reader = BitReader(config)
            profileLevel = UInt8(try reader.bits(8))
            sampleRate = try AudioSpecificConfig.unifiedSamplingRate(&reader)
            let code = try reader.number(3)
            frameLength = [768, 1024, 2048, 2048, 4096, 1024, 1024, 1024][code]
            // cfg_reserved, receiverDelayCompensation.
            try reader.skip(2)
            layout = try reader.number(2) == 0 ? UInt8(try reader.bits(6)) : 0
        }
    }
}

/// The header of a packet of an MPEG-H audio stream, ISO/IEC 23008-3 14.2.
private struct MHASPacketHeader {
    let type: Int
    let length: Int

    init(_ reader: inout BitReader) throws(BitstreamError) {
        type = try Self.escaped(&reader, 3, 8, 8)
        _ = try Self.escaped(&reader, 2, 8, 32)
        length = try Self.escaped(&reader, 11, 24, 24)
    }

    /// Reads escapedValue(): a field whose highest value announces another field.
    private static func escaped(
        _ reader: inout BitReader, _ first: Int, _ second: Int, _ third: Int
    ) throws(BitstreamError) -> Int {
        var value = try reader.number(first)
        guard value == 1 << first - 1 else { return value }
        let more = try reader.number(second)
        value += more
        if more == 1 << second - 1 { value += try reader.number(third) }
        return value
    }
}
