/// An audio coding, identified by its four-character code in Core Audio; `alac` is Apple Lossless.
public struct AudioFormatID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four characters, with the first one in the most significant byte.
    public let rawValue: UInt32

    /// The coding with this code as a 32-bit number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The coding with this four-character code.
    public init(_ code: FourCC) { rawValue = code.rawValue }

    /// MPEG-4 AAC-LC, and every AAC that has no identifier below: `kAudioFormatMPEG4AAC`.
    public static let mpeg4AAC = AudioFormatID("aac ")
    /// HE-AAC.
    public static let mpeg4AACHE = AudioFormatID("aach")
    /// HE-AAC version 2.
    public static let mpeg4AACHEV2 = AudioFormatID("aacp")
    /// xHE-AAC.
    public static let mpegDUSAC = AudioFormatID("usac")
    /// MPEG layer 3.
    public static let mpegLayer3 = AudioFormatID(".mp3")
    /// AC-3, ETSI TS 102 366: `kAudioFormatAC3`.
    public static let ac3 = AudioFormatID("ac-3")
    /// Enhanced AC-3: `kAudioFormatEnhancedAC3`.
    public static let enhancedAC3 = AudioFormatID("ec-3")
    /// AC-4, ETSI TS 103 190.
    public static let ac4 = AudioFormatID("ac-4")
    /// Apple Lossless: `kAudioFormatAppleLossless`.
    public static let appleLossless = AudioFormatID("alac")
    /// FLAC: `kAudioFormatFLAC`.
    public static let flac = AudioFormatID("flac")
    /// Opus: `kAudioFormatOpus`.
    public static let opus = AudioFormatID("opus")
    /// Apple Positional Audio Codec.
    public static let apac = AudioFormatID("apac")
    /// Uncompressed audio: `kAudioFormatLinearPCM`.
    public static let linearPCM = AudioFormatID("lpcm")

    /// The four characters.
    public var description: String { FourCC(rawValue: rawValue).description }
}
