import Media
import StageKit

/// The GStreamer element for each audio codec, and its limits.
enum AudioEncoderTable {
    /// One encoder element.
    struct Choice: Sendable {
        var codec: AudioEncode.Codec
        var encoder: AudioEncode.Encoder
        /// The name of the codec in messages.
        var title: String
        /// The parser for the encoder's output.
        var coding: AudioCoding
        /// The encoder delay in samples, measured with impulses; nil if the encoder reports it.
        ///
        /// libavcodec's encoders have these delays, but GStreamer does not report them.
        var priming: Int64?
        /// The number of samples of a packet; nil if it is not fixed.
        var blockLength: Int64?
        /// The sample rates that the codec supports, ascending; nil for all rates up to `highestRate`.
        var rates: [Int]?
        var highestRate = 192_000
        var maximumChannels = 8
        /// The range of bit rates in bits per second; nil for lossless codecs.
        var bitRates: ClosedRange<Int>?
        /// The supported bit depths of lossless codecs, except for the bit depths of PCM settings.
        var bitDepths: [Int] = []

        /// The element's name.
        var element: String { encoder.rawValue }

        /// Whether the codec supports this sample rate.
        func has(rate: Int) -> Bool { rates?.contains(rate) ?? (8000...highestRate).contains(rate) }

        /// The supported sample rates, for messages.
        var rateText: String {
            rates.map { $0.map(String.init).joined(separator: ", ") } ?? "any from 8000 to \(highestRate)"
        }

        /// The sample rate if the codec supports it, otherwise the next higher one, or the highest.
        func nearest(_ rate: Int) -> Int {
            guard let rates else { return min(rate, highestRate) }
            return rates.first { $0 >= rate } ?? rates.last ?? rate
        }
    }

    static let choices: [Choice] = [
        // Sample rates of ISO/IEC 14496-3 table 1.18.
        Choice(
            codec: .aac, encoder: .avencAAC, title: "AAC", coding: .aac, priming: 1024, blockLength: 1024,
            rates: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
            bitRates: 8000...1_024_000),
        Choice(
            codec: .opus, encoder: .opusenc, title: "Opus", coding: .opus, blockLength: 960, rates: [48_000],
            bitRates: 8000...650_000),
        Choice(
            codec: .flac, encoder: .flacenc, title: "FLAC", coding: .flac, priming: 0, blockLength: 4608,
            bitDepths: [16, 24]),
        Choice(
            codec: .ac3, encoder: .avencAC3, title: "AC-3", coding: .ac3, priming: 256, blockLength: 1536,
            rates: [32_000, 44_100, 48_000], maximumChannels: 6, bitRates: 32_000...640_000),
        Choice(
            codec: .alac, encoder: .avencALAC, title: "Apple Lossless", coding: .alac, priming: 0,
            blockLength: 4096, highestRate: 96_000, maximumChannels: 2, bitDepths: [16, 24]),
        Choice(
            codec: .pcm, encoder: .audioconvert, title: "PCM", coding: .pcm, priming: 0, highestRate: 768_000,
            maximumChannels: 64),
    ]

    /// The element for a codec.
    static func choice(_ codec: AudioEncode.Codec) -> Choice {
        guard let choice = choices.first(where: { $0.codec == codec }) else {
            preconditionFailure("every audio codec has an encoder element")
        }
        return choice
    }
}
