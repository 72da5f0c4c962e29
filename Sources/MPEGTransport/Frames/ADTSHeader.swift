import Media

/// The header of an ADTS frame, ISO/IEC 14496-3 1.A.2.2.
struct ADTSHeader: Sendable, Hashable {
    /// The configuration that MP4 stores instead of this header.
    var configuration: AudioSpecificConfig
    /// Samples per second of the core codec.
    var sampleRate: Int
    /// The number of output channels; nil if a program config element contains it.
    var channelCount: Int?
    /// The size of the frame in bytes, including the header.
    var frameLength: Int
    /// The number of raw data blocks of 1024 samples, 1 to 4.
    var blockCount: Int

    /// Reads a header of at least seven bytes; nil if there is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return nil }
        let (objectType, rate) = (Int(bytes[2] >> 6) + 1, Int(bytes[2] >> 2 & 0x0f))
        let channels = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
        let bits = objectType << 11 | rate << 7 | channels << 3
        configuration = AudioSpecificConfig(bytes: [UInt8(bits >> 8), UInt8(bits & 0xff)])
        guard let fields = try? configuration.parse() else { return nil }
        (sampleRate, channelCount) = (fields.samplingRate, fields.channelCount)
        frameLength = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        blockCount = Int(bytes[6] & 3) + 1
        let hasChecksum = bytes[1] & 1 == 0
        guard frameLength > (hasChecksum ? 9 : 7) else { return nil }
    }

    /// Returns the size of a frame's header in bytes, including its checksum.
    static func size(_ frame: ArraySlice<UInt8>) -> Int { (frame.dropFirst().first ?? 1) & 1 == 1 ? 7 : 9 }

    /// The format of the stream.
    var format: CodedAudioFormat {
        CodedAudioFormat(
            configuration: .aac(configuration), sampleRate: sampleRate, channelCount: channelCount ?? 2,
            framesPerPacket: 1024)
    }
}
