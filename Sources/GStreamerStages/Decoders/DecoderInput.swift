package import Media
import StageKit

/// The format of coded samples, as decoders receive it.
struct DecoderInput {
    let caps: FrameCaps
    /// The text form of the caps.
    let text: String

    /// Throws `unsupported-media` if no decoder is known for the track's codec.
    init(_ track: Track) throws(StageError) {
        guard let text = track.codedCaps, let caps = FrameCaps(text: text) else {
            throw StageError(.unsupportedMedia, "no decoder is known for \(track.codecName)")
        }
        (self.caps, self.text) = (caps, text)
    }
}

extension Track {
    /// Whether a decoder of GStreamer is known for the codec; it may not be installed.
    package var hasDecoder: Bool { codedCaps != nil }

    /// The sample entry code, for messages.
    var codecName: String {
        switch format {
        case .codedVideo(let format): "'\(format.configuration.sampleEntryCode)'"
        case .codedAudio(let format): "'\(format.configuration.sampleEntryCode)'"
        default: "uncompressed media"
        }
    }
}
