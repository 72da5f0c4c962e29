package import HLS
package import Media

/// The Core Audio constant for Apple Lossless, for use with `%d` in a predicate.
public let kAudioFormatAppleLossless = AudioFormatID.appleLossless.rawValue

extension AudioFormatID {
    /// Creates the format of a codec from its RFC 6381 name; nil if it is not an audio codec.
    package init?(_ codec: CodecName) {
        guard codec.kind == .audio, let code = codec.code else { return nil }
        switch codec.sampleEntry {
        case "mp4a": self = Self.mpeg4(codec.parameters)
        case "fLaC", "flac": self = .flac
        case "Opus", "opus": self = .opus
        case "ipcm", "fpcm": self = .linearPCM
        default: self.init(rawValue: code.rawValue)
        }
    }

    /// Returns the format for an object type indication and an ISO/IEC 14496-3 audio object type.
    private static func mpeg4(_ parameters: [Substring]) -> AudioFormatID {
        switch (parameters.first?.uppercased(), parameters.dropFirst().first) {
        case ("40", "5"): .mpeg4AACHE
        case ("40", "29"): .mpeg4AACHEV2
        case ("40", "42"): .mpegDUSAC
        case ("40", "34"), ("69", _), ("6B", _): .mpegLayer3
        case ("A5", _): .ac3
        case ("A6", _): .enhancedAC3
        default: .mpeg4AAC
        }
    }
}
