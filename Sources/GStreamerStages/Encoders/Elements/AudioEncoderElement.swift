import Media
import StageKit

/// The launch description of the audio encoder for the options, and the encoder's properties.
struct AudioEncoderElement: Sendable {
    let choice: AudioEncoderTable.Choice
    private let options: AudioEncode.Options

    init(_ options: AudioEncode.Options) throws(StageError) {
        self.options = options
        choice = AudioEncoderTable.choice(options.codec)
        if options.encoder != .auto, options.encoder != choice.encoder {
            throw StageError(
                .invalidOptions,
                "encoder \(options.encoder.rawValue) does not support \(options.codec.rawValue); use \(choice.element)")
        }
        if let rate = options.rate, !choice.has(rate: rate) {
            throw StageError(
                .invalidOptions, "\(choice.title) does not support a sample rate of \(rate); use \(choice.rateText)")
        }
        if let channels = options.channels, channels > choice.maximumChannels {
            throw StageError(
                .invalidOptions, "\(choice.title) supports at most \(choice.maximumChannels) channels, not \(channels)")
        }
    }

    /// In bits per second; nil for lossless codecs.
    var bitRate: Int? { choice.bitRates == nil ? nil : options.bitRate.bitsPerSecond }

    /// The sample rate of the encoded audio.
    func rate(for input: RawAudioFormat) -> Int { options.rate ?? choice.nearest(input.sampleRate) }

    /// The elements from sample format conversion to packets.
    func description(for input: RawAudioFormat) -> String {
        let rate = rate(for: input)
        let channels = options.channels ?? min(input.channelCount, choice.maximumChannels)
        let bits = options.bitRate.bitsPerSecond
        // The bit depth of the input, up to the 24 bits that players support.
        let depth = options.bitDepth ?? (input.sampleFormat == "S16LE" ? 16 : 24)
        let prepared = "! audioconvert ! audioresample ! audio/x-raw,rate=\(rate),channels=\(channels)"
        switch options.codec {
        case .aac:
            return "\(prepared) ! avenc_aac bitrate=\(bits) ! audio/mpeg,mpegversion=4,stream-format=raw"
        case .opus: return "\(prepared) ! opusenc bitrate=\(min(bits, 650_000)) ! audio/x-opus"
        case .flac: return "\(prepared),format=\(depth == 16 ? "S16LE" : "S24LE") ! flacenc ! audio/x-flac"
        case .ac3: return "\(prepared) ! avenc_ac3 bitrate=\(bits) ! audio/x-ac3"
        case .alac:
            // libavcodec's encoder uses the upper 24 of 32 bits.
            return "\(prepared),format=\(depth == 16 ? "S16LE" : "S32LE") ! avenc_alac ! audio/x-alac"
        case .pcm:
            let format = options.pcm?.sampleFormat ?? (depth == 16 ? "S16LE" : "S24LE")
            return "\(prepared),format=\(format),layout=interleaved"
        }
    }
}
