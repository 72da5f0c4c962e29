import Media

extension Track {
    /// The text form of the caps of coded samples; nil for codecs without a known decoder.
    var codedCaps: String? {
        if case .codedVideo(let format) = format { return format.caps }
        if case .codedAudio(let format) = format { return format.caps }
        return nil
    }
}

extension CodedVideoFormat {
    /// Frames per second above which a rate is not believed.
    private static var highestRate: Int32 { 1000 }

    fileprivate var caps: String? {
        guard let coding else { return nil }
        // Units of time are mistaken for rates: encoders would give each picture a thousandth of its bits.
        let isRate = nominalFrameRate.map { $0.numerator / $0.denominator <= Self.highestRate } ?? false
        let rate = isRate ? nominalFrameRate.map { ",framerate=\($0.caps)" } ?? "" : ""
        return "\(coding),width=\(size.width),height=\(size.height),pixel-aspect-ratio=\(pixelAspect.caps)"
            + "\(rate)\(colour?.caps ?? "")"
    }

    private var coding: String? {
        switch configuration {
        case .avc(let record): "video/x-h264,stream-format=avc,alignment=au,\(data(record.bytes))"
        case .hevc(let record): "video/x-h265,stream-format=hvc1,alignment=au,\(data(record.bytes))"
        case .boxed(let code, let boxes): boxed(code, boxes)
        case .aac: nil
        }
    }

    private func boxed(_ code: FourCC, _ boxes: [UInt8]) -> String? {
        switch code {
        // Parameter sets are in the samples.
        case "avc1", "avc3": box("avcC", in: boxes).map { "video/x-h264,stream-format=avc3,alignment=au,\(data($0))" }
        case "hvc1", "hev1", "dvh1", "dvhe":
            box("hvcC", in: boxes).map { "video/x-h265,stream-format=hev1,alignment=au,\(data($0))" }
        case "vp08": "video/x-vp8"
        case "vp09": "video/x-vp9"
        case "av01":
            box("av1C", in: boxes).map { "video/x-av1,stream-format=obu-stream,alignment=tu,\(data($0))" }
        case "jpeg", "mjpg", "mjpa": "image/jpeg"
        case "png ": "image/png"
        case "mp4v": configuration.descriptor.flatMap(mpeg)
        case "m2v1", "mp2v": "video/mpeg,mpegversion=2,systemstream=false,parsed=false"
        case "s263", "h263": "video/x-h263,variant=(string)itu"
        case "dvc ", "dvcp": "video/x-dv,systemstream=false,dvversion=25"
        case _ where ProResProfile(code: code) != nil:
            ProResProfile(code: code).map { "video/x-prores,variant=(string)\($0.rawValue)" }
        default: nil
        }
    }

    /// The caps of MPEG-1, MPEG-2 or MPEG-4 Visual by the object type (mp4ra.org).
    private func mpeg(_ stream: ElementaryStreamDescriptor) -> String? {
        let version: Int
        switch stream.objectTypeIndication {
        case 0x20: version = 4
        case 0x60...0x65: version = 2
        case 0x6a: version = 1
        case 0x6c: return "image/jpeg"
        case 0x6d: return "image/png"
        default: return nil
        }
        let info = stream.decoderSpecificInfo
        return "video/mpeg,mpegversion=\(version),systemstream=false,parsed=false"
            + (info.isEmpty ? "" : ",\(data(info))")
    }
}

extension CodecConfiguration {
    /// The descriptor of an `esds` box; nil without one.
    fileprivate var descriptor: ElementaryStreamDescriptor? {
        box("esds").flatMap { ElementaryStreamDescriptor(esdsContent: $0) }
    }
}

extension CodedAudioFormat {
    fileprivate var caps: String? {
        guard let coding else { return nil }
        return "\(coding),rate=\(sampleRate),channels=\(max(channelCount, 1))"
    }

    private var coding: String? {
        switch configuration {
        case .aac(let record): "audio/mpeg,mpegversion=4,stream-format=raw,framed=true,\(data(record.bytes))"
        case .boxed(let code, let boxes): boxed(code, boxes)
        case .avc, .hevc: nil
        }
    }

    private func boxed(_ code: FourCC, _ boxes: [UInt8]) -> String? {
        switch code {
        case "mp4a": configuration.descriptor.flatMap { described(by: $0.objectTypeIndication) } ?? mp3
        case ".mp3": mp3
        case "fLaC": box("dfLa", in: boxes).flatMap(flac)
        case "dtsc", "dtsh", "dtsl": "audio/x-dts,framed=true"
        case "ulaw": "audio/x-mulaw"
        case "alaw": "audio/x-alaw"
        case "ac-3": "audio/x-ac3,framed=true,alignment=frame"
        case "ec-3": "audio/x-eac3,framed=true,alignment=frame"
        case "alac":
            // The decoder requires the whole box.
            boxes.count > 8 ? "audio/x-alac,\(data(boxes))" : nil
        case "Opus": box("dOps", in: boxes).flatMap(opus)
        case "ipcm", "fpcm": configuration.pcm.flatMap { uncompressed($0) }
        default: nil
        }
    }

    private var mp3: String { "audio/mpeg,mpegversion=1,layer=3,parsed=true" }

    /// The caps of codings in MPEG-4 sample entries by the object type (mp4ra.org).
    private func described(by objectType: UInt8) -> String? {
        switch objectType {
        case 0xa5: "audio/x-ac3,framed=true,alignment=frame"
        case 0xa6: "audio/x-eac3,framed=true,alignment=frame"
        case 0xa9...0xab: "audio/x-dts,framed=true"
        default: nil
        }
    }

    private func flac(_ content: [UInt8]) -> String? {
        guard let configuration = try? FLACSpecificConfiguration(bytes: content) else { return nil }
        // The header of Ogg, which the decoder expects: version 1.0, no further packets (RFC 9639 10.1).
        let header = [0x7f] + Array("FLAC".utf8) + [1, 0, 0, 0] + Array("fLaC".utf8) + configuration.bytes[4..<42]
        return "audio/x-flac,framed=true,streamheader=(buffer)<\(header.hexadecimal())>"
    }

    private func uncompressed(_ coding: PCMConfiguration) -> String? {
        guard (1...64).contains(channelCount) else { return nil }
        let positions = channelPositions ?? ChannelPositions(waveOrder: channelCount)
        // Stereo and mono have positions by default.
        let mask = channelCount > 2 ? ",channel-mask=(bitmask)0x\(String(positions?.waveMask ?? 0, radix: 16))" : ""
        return "audio/x-raw,format=\(coding.sampleFormat),layout=interleaved\(mask)"
    }

    private func opus(_ record: [UInt8]) -> String? {
        // Family 0 is mono or stereo; others require a channel mapping table.
        guard record.count >= 11, record[10] == 0 else { return nil }
        return "audio/x-opus,channel-mapping-family=0"
    }
}

private func data(_ bytes: [UInt8]) -> String { "codec_data=(buffer)\(bytes.hexadecimal())" }

/// The content of the first box of a type.
private func box(_ type: FourCC, in boxes: [UInt8]) -> [UInt8]? {
    var offset = 0
    while boxes.count - offset >= 8 {
        let header = boxes[offset..<offset + 8].map(UInt32.init)
        let size = Int(header[0] << 24 | header[1] << 16 | header[2] << 8 | header[3])
        guard size >= 8, size <= boxes.count - offset else { return nil }
        let code = header[4] << 24 | header[5] << 16 | header[6] << 8 | header[7]
        if code == type.rawValue { return Array(boxes[offset + 8..<offset + size]) }
        offset += size
    }
    return nil
}
