package import Media

/// Uncompressed audio in QuickTime sample entries, whose samples are single frames, and its form as `ipcm` or `fpcm`.
package struct QuickTimePCM: Sendable, Hashable {
    /// The coding after conversion.
    package let configuration: PCMConfiguration
    /// The size of one frame of all channels in the file, in bytes.
    let frameSize: Int
    /// The loudspeaker positions of the channels; nil if they are unknown.
    let positions: ChannelPositions?
    /// The conversion of 8-bit samples to 16 bits, the minimum of `ipcm`.
    private let widening: Widening?

    private enum Widening {
        case signed
        case unsigned
    }

    private static let maximumChannels = 1024

    /// Reads an entry; nil for other codings and for formats without an equivalent in `ipcm` and `fpcm`.
    init?(_ code: FourCC, _ entry: AudioSampleEntry, _ boxes: EntryBoxes, channelCount: Int) {
        var bits = Int(entry.bitsPerSample)
        var (isFloat, isSigned) = (false, true)
        var isLittle = boxes.read(EndiannessBox.self)?.littleEndian == 1
        switch code {
        case "sowt": isLittle = true
        case "twos": isLittle = false
        case "in24": bits = 24
        case "in32": bits = 32
        case "fl32": (bits, isFloat) = (32, true)
        case "fl64": (bits, isFloat) = (64, true)
        case "raw ", "NONE": isSigned = false
        case "lpcm" where entry.isExtended:
            typealias Flags = AudioSampleEntry.ExtendedFields
            let flags = entry.extended.formatFlags
            (bits, isFloat) = (Int(entry.extended.bitsPerSample), flags & Flags.isFloat != 0)
            (isLittle, isSigned) = (flags & Flags.isBigEndian == 0, flags & Flags.isSignedInteger != 0)
            // Samples that are not packed and channels that are not interleaved are not supported.
            guard (1...Self.maximumChannels).contains(channelCount), bits <= 64, bits % 8 == 0,
                flags & Flags.isNonInterleaved == 0, Int(entry.extended.bytesPerPacket) == bits / 8 * channelCount
            else { return nil }
        default: return nil
        }
        guard (1...Self.maximumChannels).contains(channelCount) else { return nil }
        switch (bits, isFloat) {
        case (8, false):
            widening = isSigned ? .signed : .unsigned
            configuration = PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 16)
        case (16, false), (24, false), (32, false), (32, true), (64, true):
            guard isSigned || isFloat else { return nil }
            widening = nil
            configuration = PCMConfiguration(isFloat: isFloat, isLittleEndian: isLittle, bitsPerSample: bits)
        default: return nil
        }
        frameSize = bits / 8 * channelCount
        positions = boxes.read(QuickTimeChannelLayoutBox.self)?.positions(count: channelCount)
    }

    /// Returns the converted samples: unchanged except for 8-bit samples.
    package func carried(_ bytes: ByteSlice) -> ByteSlice {
        guard let widening else { return bytes }
        let flip: UInt8 = widening == .unsigned ? 0x80 : 0
        return ByteSlice(copying: bytes.bytes.flatMap { [$0 ^ flip, 0] })
    }
}

extension SampleCursor {
    /// The number of uncompressed audio frames in one sample, similar to a packet of most codecs.
    static let framesPerPacket = 1024
}

extension SampleTables {
    /// Returns the maximum size of samples that are combined into one packet; 0 for codings whose samples are packets.
    ///
    /// The samples of uncompressed audio, and of codings with a constant number of bytes per frame, are single frames.
    func groupSize(_ format: MediaFormat?) -> Int {
        guard case .codedAudio(let audio) = format else { return 0 }
        if constantSize > 0, commonDuration == 1, audio.configuration.pcm != nil || audio.copiedEntry != nil {
            return SampleCursor.framesPerPacket * constantSize
        }
        return audio.configuration.pcm == nil ? 0 : SampleCursor.framesPerPacket * (audio.constantFrameSize ?? 0)
    }
}

extension SampleTables {
    /// Whether the tables describe packets. Tables of old compressed QuickTime audio count decoded frames of one byte.
    func describePackets(of format: MediaFormat?) -> Bool {
        guard case .codedAudio(let audio) = format, audio.copiedEntry != nil, constantSize == 1 else { return true }
        let code = audio.configuration.sampleEntryCode
        return (code == "ulaw" || code == "alaw") && audio.channelCount == 1
    }
}

extension MovieFile {
    /// Returns the converted bytes of a track's sample.
    package func bytes(of sample: MovieSample, in track: MovieTrack) -> ByteSlice {
        track.quickTimePCM?.carried(bytes(of: sample)) ?? bytes(of: sample)
    }
}

extension MediaFormat {
    /// Whether the samples are frames of uncompressed audio.
    var isUncompressed: Bool {
        if case .codedAudio(let format) = self { format.configuration.pcm != nil } else { false }
    }
}
