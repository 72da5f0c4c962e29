import Media

/// The header of an ADTS frame, ISO/IEC 14496-3 1.A.2.2.
struct ADTSHeader: Sendable, Hashable {
    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// The audio object type, 2 for AAC-LC.
    var objectType: Int
    /// The index of the sample rate.
    var rateIndex: Int
    /// channel_configuration; 0 when a program config element says it.
    var channelConfiguration: Int
    /// The whole frame in bytes, header included.
    var frameLength: Int
    /// Raw data blocks of 1024 samples in the frame, 1 to 4.
    var blockCount: Int

    /// Samples per second of the core.
    var sampleRate: Int { Self.sampleRates[rateIndex] }

    /// Reads a header of at least seven bytes; nil where none begins.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return nil }
        objectType = Int(bytes[2] >> 6) + 1
        rateIndex = Int(bytes[2] >> 2 & 0x0f)
        channelConfiguration = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
        frameLength = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        blockCount = Int(bytes[6] & 3) + 1
        let hasChecksum = bytes[1] & 1 == 0
        guard Self.sampleRates.indices.contains(rateIndex), frameLength > (hasChecksum ? 9 : 7) else { return nil }
    }

    /// How many bytes the header of a frame takes, its checksum included.
    static func size(_ frame: ArraySlice<UInt8>) -> Int { (frame.dropFirst().first ?? 1) & 1 == 1 ? 7 : 9 }

    /// The format of its stream.
    var format: CodedAudioFormat {
        let bits = objectType << 11 | rateIndex << 7 | channelConfiguration << 3
        let config = AudioSpecificConfig(bytes: [UInt8(bits >> 8), UInt8(bits & 0xff)])
        return CodedAudioFormat(
            configuration: .aac(config), sampleRate: sampleRate, channelCount: Self.channels(channelConfiguration),
            framesPerPacket: 1024)
    }

    /// Channels that come out; the usual two where a program config element says it.
    private static func channels(_ configuration: Int) -> Int {
        switch configuration {
        case 0: 2
        case 7: 8
        default: configuration
        }
    }
}
