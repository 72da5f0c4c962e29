package import HLS
import Media

/// What audio is coded as: the four-character codes of Core Audio, so that `alac` is Apple Lossless.
public struct AudioFormatID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The characters, first one in the highest byte.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ code: FourCC) { rawValue = code.rawValue }

    /// AAC-LC, and AAC of any other kind.
    public static let mpeg4AAC = AudioFormatID("aac ")
    /// HE-AAC.
    public static let mpeg4AACHE = AudioFormatID("aach")
    /// HE-AAC version 2.
    public static let mpeg4AACHEV2 = AudioFormatID("aacp")
    /// xHE-AAC.
    public static let mpegDUSAC = AudioFormatID("usac")
    public static let mpegLayer3 = AudioFormatID(".mp3")
    public static let ac3 = AudioFormatID("ac-3")
    public static let enhancedAC3 = AudioFormatID("ec-3")
    public static let ac4 = AudioFormatID("ac-4")
    public static let appleLossless = AudioFormatID("alac")
    public static let flac = AudioFormatID("flac")
    public static let opus = AudioFormatID("opus")
    /// Apple Positional Audio Codec.
    public static let apac = AudioFormatID("apac")
    public static let linearPCM = AudioFormatID("lpcm")

    /// The four characters.
    public var description: String { FourCC(rawValue: rawValue).description }
}

/// What Core Audio calls Apple Lossless; the number for `%d` in a predicate.
public let kAudioFormatAppleLossless = AudioFormatID.appleLossless.rawValue

extension AudioFormatID {
    /// The format of a codec by its RFC 6381 name; nil for what is no audio.
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

    /// By the object type indication, and the audio object type of ISO/IEC 14496-3 behind it.
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
