import Media
import StageKit

/// Which GStreamer element makes which coding of sound, and what it can do.
enum AudioEncoderTable {
    /// One element.
    struct Choice: Sendable {
        var codec: AudioEncode.Codec
        var encoder: AudioEncode.Encoder
        /// What messages call the coding.
        var title: String
        /// How what the encoder gives is read.
        var coding: SoundCoding
        /// Samples that come out before the first that went in, as impulses show; nil where the encoder says it itself.
        ///
        /// libavcodec's encoders have these delays and GStreamer does not pass them on.
        var priming: Int64?
        /// Rates that the coding has, rising; nil for all up to the highest.
        var rates: [Int]?
        var highestRate = 192_000
        var mostChannels = 8
        /// Bits per second that may be asked for; nil for codings without loss.
        var bitRates: ClosedRange<Int>?
        /// Bits of a sample that are kept, for codings without loss.
        var bitDepths: [Int] = []

        /// The element's name.
        var element: String { encoder.rawValue }

        /// Whether the coding has sound of this rate.
        func has(rate: Int) -> Bool { rates?.contains(rate) ?? (8000...highestRate).contains(rate) }

        /// The rates that it has, for messages.
        var rateText: String {
            rates.map { $0.map(String.init).joined(separator: ", ") } ?? "those from 8000 to \(highestRate)"
        }

        /// The rate itself where the coding has it, otherwise the next one above, or the highest.
        func nearest(_ rate: Int) -> Int {
            guard let rates else { return min(rate, highestRate) }
            return rates.first { $0 >= rate } ?? rates.last ?? rate
        }
    }

    static let choices: [Choice] = [
        // Rates of ISO/IEC 14496-3 table 1.18.
        Choice(
            codec: .aac, encoder: .avencAAC, title: "AAC", coding: .aac, priming: 1024,
            rates: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
            bitRates: 8000...1_024_000),
        Choice(
            codec: .opus, encoder: .opusenc, title: "Opus", coding: .opus, rates: [48_000], bitRates: 8000...650_000),
        Choice(codec: .flac, encoder: .flacenc, title: "FLAC", coding: .flac, priming: 0, bitDepths: [16, 24]),
        Choice(
            codec: .ac3, encoder: .avencAC3, title: "AC-3", coding: .ac3, priming: 256,
            rates: [32_000, 44_100, 48_000], mostChannels: 6, bitRates: 32_000...640_000),
        Choice(
            codec: .alac, encoder: .avencALAC, title: "Apple Lossless", coding: .alac, priming: 0,
            highestRate: 96_000, mostChannels: 2, bitDepths: [16, 24]),
    ]

    /// The element that makes a coding.
    static func choice(_ codec: AudioEncode.Codec) -> Choice {
        guard let choice = choices.first(where: { $0.codec == codec }) else {
            preconditionFailure("every coding of sound has its element")
        }
        return choice
    }
}
