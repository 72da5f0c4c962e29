/// The header of an MPEG-1, MPEG-2 or MPEG-2.5 audio frame, ISO/IEC 11172-3 2.4.1.3.
package struct MPEGAudioHeader: Sendable, Hashable {
    /// The layer: 1, 2 or 3.
    package var layer: Int
    /// Samples per second.
    package var sampleRate: Int
    package var channelCount: Int
    /// Samples per channel in a frame.
    package var frameLength: Int
    /// Whether it is MPEG-1, with rates of 32 kHz and above.
    package var isMPEG1: Bool

    /// Reads the first four bytes of a frame.
    package init(_ bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 4 else { throw .endsTooEarly }
        guard bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else {
            throw .invalid("an MPEG audio frame starts with eleven bits that are set")
        }
        let (version, layerCode, rateCode) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3, Int(bytes[2] >> 2 & 3))
        guard version != 1, layerCode != 0, rateCode < 3 else {
            throw .invalid("an MPEG audio frame with a reserved version, layer or rate")
        }
        isMPEG1 = version == 3
        layer = 4 - Int(layerCode)
        sampleRate = [44_100, 48_000, 32_000][rateCode] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        channelCount = bytes[3] >> 6 == 3 ? 1 : 2
        frameLength = layer == 1 ? 384 : layer == 3 && !isMPEG1 ? 576 : 1152
    }
}

extension MPEGAudioHeader {
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { Self.configuration(isMPEG1: isMPEG1) }

    /// Returns the codec configuration of MPEG-1 frames, or else of MPEG-2 frames.
    package static func configuration(isMPEG1: Bool) -> CodecConfiguration {
        let descriptor = ElementaryStreamDescriptor(
            objectTypeIndication: isMPEG1 ? 0x6b : 0x69, decoderSpecificInfo: [])
        return .boxed("mp4a", "esds", descriptor.esdsContent)
    }
}
