extension PCMConfiguration {
    /// The coding of a sample format by its GStreamer name, such as `S24BE`; nil for other formats, such as `U8`.
    package init?(sampleFormat name: String) {
        for isFloat in [false, true] {
            for bits in Self.sizes(isFloat: isFloat) {
                for isLittleEndian in [true, false] {
                    let coding = PCMConfiguration(isFloat: isFloat, isLittleEndian: isLittleEndian, bitsPerSample: bits)
                    guard coding.sampleFormat == name else { continue }
                    self = coding
                    return
                }
            }
        }
        return nil
    }

    /// The GStreamer name of the sample format, such as `S24BE`.
    package var sampleFormat: String { "\(isFloat ? "F" : "S")\(bitsPerSample)\(isLittleEndian ? "LE" : "BE")" }

    /// The numbers of bits per sample that `ipcm` or `fpcm` allows (ISO/IEC 23003-5 5.2).
    package static func sizes(isFloat: Bool) -> [Int] { isFloat ? [32, 64] : [16, 24, 32] }

    /// Returns the codec configuration with the loudspeaker positions of more than two channels.
    package func configuration(_ positions: ChannelPositions?) -> CodecConfiguration {
        guard let positions, positions.codes.count > 2 else { return configuration }
        return .boxed(
            sampleEntry: configuration.sampleEntryCode,
            boxes: ConfigurationBoxes.box("pcmC", bytes) + ConfigurationBoxes.box("chnl", positions.channelLayout))
    }
}

extension CodedAudioFormat {
    /// The size of one frame of all channels in bytes, for codings whose frames are all samples of a movie; nil for
    /// other codings.
    package var constantFrameSize: Int? {
        guard channelCount > 0, channelCount <= 65_535 else { return nil }
        if copiedEntry != nil {
            return ["ulaw", "alaw"].contains(configuration.sampleEntryCode) ? channelCount : nil
        }
        return configuration.pcm.map { $0.bytesPerSample * channelCount }
    }

    /// The loudspeaker positions of uncompressed audio; nil if they are unknown.
    package var channelPositions: ChannelPositions? {
        configuration.box("chnl").flatMap { ChannelPositions(channelLayout: $0, count: channelCount) }
    }
}
