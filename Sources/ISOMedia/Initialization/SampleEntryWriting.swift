import Media

// avc1(avcC, colr?, pasp, btrt?) | hvc1(hvcC, …) | mp4a(esds, btrt?) | another code with its own boxes
extension ByteWriter {
    mutating func writeSampleEntry(_ track: TrackDescription) throws(UnwritableFormat) {
        switch track.format {
        case .codedVideo(let format): try writeVideoEntry(format, track)
        case .codedAudio(let format): try writeAudioEntry(format, track)
        case .codedData(let format): write(contentsOf: format.sampleEntry)
        case .rawVideo, .rawAudio:
            throw UnwritableFormat(trackID: track.id, reason: "it is not coded, an encoder has to come before")
        }
    }

    private mutating func writeVideoEntry(
        _ format: CodedVideoFormat, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        guard let width = UInt16(exactly: format.size.width), let height = UInt16(exactly: format.size.height) else {
            throw UnwritableFormat(trackID: track.id, reason: "pictures of \(format.size), at most 65535 each way fit")
        }
        try box(format.configuration.sampleEntryCode) { writer throws(UnwritableFormat) in
            // Six reserved bytes, the data reference, sixteen reserved bytes.
            writer.writeZeros(6)
            writer.write(UInt16(1))
            writer.writeZeros(16)
            writer.write(width)
            writer.write(height)
            // 72 dots per inch, one frame per sample, no compressor name, depth 24.
            writer.write(UInt32(0x48_0000))
            writer.write(UInt32(0x48_0000))
            writer.writeZeros(4)
            writer.write(UInt16(1))
            writer.writeZeros(32)
            writer.write(UInt16(0x18))
            writer.write(UInt16(0xffff))
            try writer.writeVideoConfiguration(format.configuration, track)
            writer.writeColourAndShape(format)
            writer.writeBitRate(track.bitRate)
        }
    }

    private mutating func writeVideoConfiguration(
        _ configuration: CodecConfiguration, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        switch configuration {
        case .avc(let record): box("avcC") { $0.write(contentsOf: record.bytes) }
        case .hevc(let record): box("hvcC") { $0.write(contentsOf: record.bytes) }
        case .boxed(_, let boxes): write(contentsOf: boxes)
        case .aac: throw UnwritableFormat(trackID: track.id, reason: "a video track with an audio configuration")
        }
    }

    private mutating func writeColourAndShape(_ format: CodedVideoFormat) {
        if let colour = format.colour {
            box("colr") { writer in
                writer.write("nclx" as FourCC)
                writer.write(UInt16(colour.primaries))
                writer.write(UInt16(colour.transfer))
                writer.write(UInt16(colour.matrix))
                writer.write(UInt8(colour.isFullRange ? 0x80 : 0))
            }
        }
        box("pasp") { writer in
            writer.write(format.pixelAspect.numerator)
            writer.write(format.pixelAspect.denominator)
        }
    }

    private mutating func writeAudioEntry(
        _ format: CodedAudioFormat, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        guard let channels = UInt16(exactly: format.channelCount) else {
            throw UnwritableFormat(trackID: track.id, reason: "\(format.channelCount) channels, at most 65535 fit")
        }
        try box(format.configuration.sampleEntryCode) { writer throws(UnwritableFormat) in
            writer.writeZeros(6)
            writer.write(UInt16(1))
            writer.writeZeros(8)
            writer.write(channels)
            writer.write(UInt16(16))
            writer.writeZeros(4)
            // A rate above 16 bits is left to the codec's own configuration.
            writer.write(UInt32(UInt16(exactly: format.sampleRate) ?? 0) << 16)
            try writer.writeAudioConfiguration(format.configuration, track)
            writer.writeBitRate(track.bitRate)
        }
    }

    private mutating func writeAudioConfiguration(
        _ configuration: CodecConfiguration, _ track: TrackDescription
    ) throws(UnwritableFormat) {
        switch configuration {
        case .aac(let config):
            let descriptor = ElementaryStreamDescriptor(
                bufferSize: track.bitRate?.bufferSize ?? 0, maxBitRate: track.bitRate?.maximum ?? 0,
                averageBitRate: track.bitRate?.average ?? 0, decoderSpecificInfo: config.bytes)
            box("esds") { $0.write(contentsOf: descriptor.esdsContent) }
        case .boxed(_, let boxes): write(contentsOf: boxes)
        case .avc, .hevc:
            throw UnwritableFormat(trackID: track.id, reason: "an audio track with a video configuration")
        }
    }

    private mutating func writeBitRate(_ rate: TrackDescription.BitRate?) {
        guard let rate else { return }
        box("btrt") { writer in
            writer.write(rate.bufferSize)
            writer.write(rate.maximum)
            writer.write(rate.average)
        }
    }
}
