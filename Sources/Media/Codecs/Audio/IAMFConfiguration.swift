/// The IAConfigurationBox of Immersive Audio Model and Formats, 4.2.
package struct IAMFConfiguration: Sendable, Hashable {
    /// The content of an `iacb` box.
    package let bytes: [UInt8]
    package private(set) var primaryProfile: UInt8 = 0
    package private(set) var additionalProfile: UInt8 = 0
    /// The codec string of its substreams, such as `Opus` or `mp4a.40.2`.
    package private(set) var codec = ""
    /// Samples per channel in a temporal unit.
    package private(set) var frameLength = 0
    /// The number of units before a random access point at which decoding must start; zero or negative.
    package private(set) var rollDistance: Int16 = 0
    /// Samples per second; nil if the decoder configuration does not contain it.
    package private(set) var sampleRate: Int?

    /// Reads a box's content: a version, a size, and descriptors.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        self.bytes = bytes
        var reader = OBUReader(bytes[...])
        guard try reader.byte() == 1 else { throw .invalid("an IAMF configuration whose version is not 1") }
        let size = try reader.number()
        var descriptors = OBUReader(try reader.readBytes(size))
        var hasHeader = false
        while !descriptors.rest.isEmpty {
            let head = try descriptors.byte()
            var unit = OBUReader(try descriptors.readBytes(try descriptors.number()))
            // obu_extension_flag. Trimming applies only to audio frames.
            if head & 1 == 1 { _ = try unit.readBytes(try unit.number()) }
            switch head >> 3 {
            case 31:
                guard Array(try unit.readBytes(4)) == Array("iamf".utf8) else {
                    throw .invalid("no IA sequence header")
                }
                (primaryProfile, additionalProfile) = (try unit.byte(), try unit.byte())
                hasHeader = true
            case 0 where codec.isEmpty: try readCodec(&unit)
            default: break
            }
        }
        guard hasHeader, !codec.isEmpty else {
            throw .invalid("an IAMF configuration without a sequence header or a codec")
        }
    }

    private mutating func readCodec(_ unit: inout OBUReader) throws(BitstreamError) {
        _ = try unit.number()
        let code = FourCC(rawValue: try unit.readBytes(4).reduce(0) { $0 << 8 | UInt32($1) })
        frameLength = try unit.number()
        rollDistance = Int16(bitPattern: UInt16(try unit.byte()) << 8 | UInt16(try unit.byte()))
        let config = Array(unit.rest)
        codec = code.description
        switch code {
        case "Opus": sampleRate = 48_000
        case "fLaC": sampleRate = (try? FLACSpecificConfiguration(header: Array("fLaC".utf8) + config))?.sampleRate
        case "ipcm" where config.count >= 6: sampleRate = config[2..<6].reduce(0) { $0 << 8 | Int($1) }
        case "mp4a":
            // A DecoderConfigDescriptor. In an esds box, a stream descriptor surrounds it.
            let descriptor = ElementaryStreamDescriptor(esdsContent: [0, 0, 0, 0, 3, 0, 0, 0, 0] + config)
            let fields = descriptor.flatMap { try? AudioSpecificConfig(bytes: $0.decoderSpecificInfo).parse() }
            (codec, sampleRate) = ("mp4a.40.\(fields?.signalledObjectType ?? 2)", fields?.outputSamplingRate)
        default: break
        }
        guard frameLength > 0, frameLength <= 1 << 20 else {
            throw .invalid("an IAMF codec with \(frameLength) samples per frame")
        }
    }

    /// IAMF 6.3: both profiles with three digits, then the codec of the substreams.
    var codecString: String {
        let profiles = [primaryProfile, additionalProfile].map { profile in
            String(repeating: "0", count: 3 - String(profile).count) + String(profile)
        }
        return (["iamf"] + profiles + [codec]).joined(separator: ".")
    }

    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("iamf", "iacb", bytes) }
}

/// Reads bytes and leb128 numbers of open bitstream units.
private struct OBUReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() throws(BitstreamError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .endsTooEarly }
        return byte
    }

    mutating func number() throws(BitstreamError) -> Int {
        var value = 0
        for index in 0..<8 {
            let byte = try byte()
            value |= Int(byte & 0x7f) << (7 * index)
            if byte & 0x80 == 0 { return value }
        }
        throw .invalid("a leb128 number of more than eight bytes")
    }

    mutating func readBytes(_ count: Int) throws(BitstreamError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw .endsTooEarly }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
