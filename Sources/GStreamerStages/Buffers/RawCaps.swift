import CGStreamer
import CGStreamerLibraries
import Media

extension CapsFields {
    /// The format of uncompressed video; nil for other caps and incomplete caps.
    var rawVideo: RawVideoFormat? {
        guard name == "video/x-raw", let size, let pixelFormat = string("format") else { return nil }
        return RawVideoFormat(
            pixelFormat: pixelFormat, size: size, pixelAspect: pixelAspect, colour: colour,
            nominalFrameRate: ratio("framerate"))
    }

    /// The format of uncompressed audio; nil for other caps and incomplete caps.
    var rawAudio: RawAudioFormat? {
        guard name == "audio/x-raw", let rate = int("rate"), rate > 0, let channels = int("channels"), channels > 0,
            let sampleFormat = string("format")
        else { return nil }
        return RawAudioFormat(sampleFormat: sampleFormat, sampleRate: rate, channelCount: channels)
    }
}

extension MediaFormat {
    /// The caps of uncompressed media as text; nil for coded media and for invalid format names.
    var rawCaps: String? {
        switch self {
        case .rawVideo(let format) where format.pixelFormat.isPlainName: format.caps
        case .rawAudio(let format) where format.sampleFormat.isPlainName: format.caps
        default: nil
        }
    }
}

extension RawVideoFormat {
    /// Whether pixels have no luma.
    var isRGB: Bool { ["RGB", "BGR", "GBR"].contains { pixelFormat.uppercased().contains($0) } }

    fileprivate var caps: String {
        let rate = nominalFrameRate ?? Ratio(0)
        return "video/x-raw,format=\(pixelFormat),width=\(size.width),height=\(size.height),"
            + "framerate=\(rate.caps),pixel-aspect-ratio=\(pixelAspect.caps)\(colour?.caps ?? "")"
    }
}

extension RawAudioFormat {
    fileprivate var caps: String {
        // More than two channels require positions: the encoders of several codecs reject unpositioned channels.
        let mask = channelCount > 2 ? ",channel-mask=(bitmask)\(defaultChannelMask)" : ""
        return
            "audio/x-raw,format=\(sampleFormat),rate=\(sampleRate),channels=\(channelCount),layout=interleaved\(mask)"
    }

    /// The mask of L R C, L R C Ls Rs or L R C LFE Ls Rs, in the order of WAVE files; no mask for other channel counts.
    private var defaultChannelMask: String {
        switch channelCount {
        case 3: "0x7"
        case 5: "0x37"
        case 6: "0x3f"
        default: "0x0"
        }
    }
}

extension Ratio {
    var caps: String { "\(numerator)/\(max(denominator, 1))" }
}

extension ColourDescription {
    /// The caps field; GStreamer has no value for some codes, which are unspecified there.
    var caps: String { field(sluice_gst_colorimetry(primaries, transfer, matrix, isFullRange)) }

    /// The caps field for conversions of frames with this number of lines, which need a matrix.
    func workingCaps(lines: Int) -> String {
        field(sluice_gst_working_colorimetry(primaries, transfer, matrix, isFullRange, Int32(clamping: lines)))
    }

    private func field(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return ",colorimetry=(string)\(String(cString: text))"
    }
}

extension String {
    /// Whether the text has only letters, digits and underscores, so that external text is safe in caps.
    var isPlainName: Bool {
        (1...32).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x5f
            }
    }
}
