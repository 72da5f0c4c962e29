/// A characteristic of the media of a track or of a selection.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The characteristic with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The characteristic with this identifier.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
    public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
    /// Subtitles and captions.
    public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
    public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
    public static let usesWideGamutColorSpace = AVMediaCharacteristic("AVMediaCharacteristicUsesWideGamutColorSpace")
    public static let containsHDRVideo = AVMediaCharacteristic("AVMediaCharacteristicContainsHDRVideo")
    public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
    public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
    public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
    public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
    public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
        "public.accessibility.transcribes-spoken-dialog")
    public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
        "public.accessibility.describes-music-and-sound")
    public static let describesVideoForAccessibility = AVMediaCharacteristic(
        "public.accessibility.describes-video")
    public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
    public static let languageTranslation = AVMediaCharacteristic("public.translation")
    public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
    public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
}
