import Media

// sowt|twos(chan?) | in24|in32|fl32|fl64(wave(frma, enda), chan?) | lpcm(chan?)
extension ByteWriter {
    /// Writes uncompressed audio as a QuickTime `SoundDescription`, whose samples are single frames.
    ///
    /// Version 2 describes all formats, but many readers know only the older versions, which cannot express more than
    /// two channels with their positions, or rates above 65535 Hz. GStreamer ignores the byte order in entries of
    /// version 1 with 32 or 64 bits.
    mutating func writeQuickTimePCM(
        _ coding: PCMConfiguration, _ format: CodedAudioFormat, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        guard let channels = UInt16(exactly: format.channelCount), channels > 0 else {
            throw UnwritableFormat(
                trackID: track.id, reason: "PCM of \(format.channelCount) channels; 1 to 65535 are possible")
        }
        let hasIgnoredOrder = coding.isLittleEndian && coding.bitsPerSample > 24
        let isExtended = channels > 2 || UInt16(exactly: format.sampleRate) == nil || hasIgnoredOrder
        box(isExtended ? "lpcm" : coding.quickTimeCode) { writer in
            let fields = isExtended ? coding.extendedEntry(format) : coding.entry(format, channels)
            writer.write(content: fields)
            if fields.version == 1 { writer.writeByteOrder(coding) }
            let usual = channels <= 2 ? ChannelPositions(waveOrder: Int(channels)) : nil
            if let positions = format.channelPositions ?? usual, let layout = QuickTimeChannelLayoutBox(positions) {
                writer.write(layout)
            }
            writer.writeBitRate(track.bitRate)
        }
    }

    private mutating func writeByteOrder(_ coding: PCMConfiguration) {
        box(.wave) { writer in
            writer.write(OriginalFormatBox(coding.quickTimeCode))
            writer.write(EndiannessBox(isLittleEndian: coding.isLittleEndian))
            writer.writeTerminator()
        }
    }
}

extension PCMConfiguration {
    /// The code of the sample entry of version 0 or 1.
    fileprivate var quickTimeCode: FourCC {
        switch (isFloat, bitsPerSample) {
        case (false, 16): isLittleEndian ? "sowt" : "twos"
        case (false, 24): "in24"
        case (false, _): "in32"
        case (true, 32): "fl32"
        case (true, _): "fl64"
        }
    }

    /// An entry of version 0 for 16-bit integers, whose code contains the byte order, otherwise of version 1.
    fileprivate func entry(_ format: CodedAudioFormat, _ channels: UInt16) -> AudioSampleEntry {
        var fields = AudioSampleEntry()
        fields.version = bitsPerSample == 16 ? 0 : 1
        fields.channelCount = channels
        fields.sampleRate = UInt32(UInt16(clamping: format.sampleRate)) << 16
        fields.hasVersionFields = true
        fields.packets.framesPerPacket = 1
        fields.packets.bytesPerPacket = UInt32(bytesPerSample)
        fields.packets.bytesPerFrame = UInt32(bytesPerSample) * UInt32(channels)
        // Samples of more than 16 bits have the value 2 as well.
        fields.packets.bytesPerSample = 2
        return fields
    }

    /// An entry of version 2, whose older fields are constants.
    fileprivate func extendedEntry(_ format: CodedAudioFormat) -> AudioSampleEntry {
        typealias Flags = AudioSampleEntry.ExtendedFields
        var fields = AudioSampleEntry()
        (fields.hasVersionFields, fields.version) = (true, 2)
        (fields.channelCount, fields.bitsPerSample, fields.compression) = (3, 16, 0xfffe)
        fields.sampleRate = 0x1_0000
        fields.extended.sampleRate = Double(format.sampleRate).bitPattern
        fields.extended.channelCount = UInt32(clamping: format.channelCount)
        fields.extended.bitsPerSample = UInt32(bitsPerSample)
        fields.extended.formatFlags =
            Flags.isPacked | (isFloat ? Flags.isFloat : Flags.isSignedInteger)
            | (isLittleEndian ? 0 : Flags.isBigEndian)
        fields.extended.bytesPerPacket = UInt32(clamping: bytesPerSample * format.channelCount)
        fields.extended.framesPerPacket = 1
        return fields
    }
}
