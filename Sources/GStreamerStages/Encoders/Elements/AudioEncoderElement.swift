import Media
import StageKit

/// The launch text of the encoder of sound that the options ask for, and what is known about it.
struct AudioEncoderElement: Sendable {
    private let options: AudioEncode.Options

    init(_ options: AudioEncode.Options) throws(StageError) {
        self.options = options
        if options.encoder != .auto, options.encoder.rawValue != name {
            throw StageError(
                .invalidOptions,
                "encoder \(options.encoder.rawValue) does not make \(options.codec.rawValue); \(name) does")
        }
        if let rate = options.rate, let rates, !rates.contains(rate) {
            throw StageError(
                .invalidOptions,
                "\(title) has no rate of \(rate); it has \(rates.map(String.init).joined(separator: ", "))")
        }
        if let channels = options.channels, channels > mostChannels {
            throw StageError(.invalidOptions, "\(title) has at most \(mostChannels) channels, not \(channels)")
        }
    }

    /// The element's name.
    var name: String {
        switch options.codec {
        case .aac: "avenc_aac"
        case .opus: "opusenc"
        case .flac: "flacenc"
        case .ac3: "avenc_ac3"
        }
    }

    /// How what the encoder gives is read.
    var coding: SoundCoding {
        switch options.codec {
        case .aac: .aac
        case .opus: .opus
        case .flac: .flac
        case .ac3: .ac3
        }
    }

    /// Samples that come out before the first that went in, as impulses show; nil where the encoder says it itself.
    ///
    /// libavcodec's encoders have these delays and GStreamer does not pass them on.
    var priming: Int64? {
        switch options.codec {
        case .aac: 1024
        case .ac3: 256
        case .flac: 0
        case .opus: nil
        }
    }

    /// Bits per second; nil where they follow from the sound.
    var bitRate: Int? { options.codec == .flac ? nil : options.bitRate.bitsPerSecond }

    /// Everything from the sample format to packets.
    func description(for input: RawAudioFormat) -> String {
        let rate = options.rate ?? nearestRate(input.sampleRate)
        let channels = options.channels ?? min(input.channelCount, mostChannels)
        let bits = options.bitRate.bitsPerSecond
        let prepared = "! audioconvert ! audioresample ! audio/x-raw,rate=\(rate),channels=\(channels)"
        switch options.codec {
        case .aac:
            return "\(prepared) ! avenc_aac bitrate=\(bits) ! audio/mpeg,mpegversion=4,stream-format=raw"
        case .opus: return "\(prepared) ! opusenc bitrate=\(min(bits, 650_000)) ! audio/x-opus"
        case .flac:
            // As many bits as the input has, up to the 24 that players take.
            let format = input.sampleFormat == "S16LE" ? "S16LE" : "S24LE"
            return "\(prepared),format=\(format) ! flacenc ! audio/x-flac"
        case .ac3: return "\(prepared) ! avenc_ac3 bitrate=\(bits) ! audio/x-ac3"
        }
    }

    private var title: String {
        switch options.codec {
        case .aac: "AAC"
        case .opus: "Opus"
        case .flac: "FLAC"
        case .ac3: "AC-3"
        }
    }

    private var mostChannels: Int { options.codec == .ac3 ? 6 : 8 }

    /// Rates that the codec has, rising; nil for all of them. AAC's are those of ISO/IEC 14496-3 table 1.18.
    private var rates: [Int]? {
        switch options.codec {
        case .aac:
            [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000]
        case .opus: [48_000]
        case .ac3: [32_000, 44_100, 48_000]
        case .flac: nil
        }
    }

    /// The rate itself where the codec has it, otherwise the next one above.
    private func nearestRate(_ rate: Int) -> Int {
        guard let rates else { return rate }
        return rates.first { $0 >= rate } ?? rates.last ?? rate
    }
}
