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
    fileprivate var caps: String? {
        guard let coding else { return nil }
        let rate = nominalFrameRate.map { ",framerate=\($0.caps)" } ?? ""
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
        case "jpeg": "image/jpeg"
        case _ where ProResProfile(code: code) != nil:
            ProResProfile(code: code).map { "video/x-prores,variant=(string)\($0.rawValue)" }
        default: nil
        }
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
        case "mp4a", ".mp3": "audio/mpeg,mpegversion=1,layer=3,parsed=true"
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

private func data(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = "codec_data=(buffer)"
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return text
}

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
