package import Media

/// A track of a segment (RFC 9559 5.1.4.1).
package struct TrackEntry: MasterElement {
    package static let id: ElementID = 0xae
    package static let fields: [ElementField<Self>] =
        [
            .unsigned(0xd7, "TrackNumber", \.number),
            .unsigned(0x73c5, "TrackUID", \.identifier),
            .unsigned(0x83, "TrackType", \.type),
            .flag(0xb9, "FlagEnabled", \.isEnabled),
            .flag(0x88, "FlagDefault", \.isDefault),
            .flag(0x55aa, "FlagForced", \.isForced),
            .flag(0x55ab, "FlagHearingImpaired", \.isForHearingImpaired),
            .flag(0x55ac, "FlagVisualImpaired", \.isForVisualImpaired),
            .flag(0x55ad, "FlagTextDescriptions", \.hasTextDescriptions),
            .flag(0x55ae, "FlagOriginal", \.isOriginalLanguage),
            .flag(0x55af, "FlagCommentary", \.isCommentary),
            .unsigned(0x23_e383, "DefaultDuration", \.defaultDuration),
            .float(0x23_314f, "TrackTimestampScale", \.timestampScale),
            .text(0x536e, "Name", \.name),
            .text(0x22_b59c, "Language", \.language),
            .text(0x22_b59d, "LanguageBCP47", \.languageTag),
            .text(0x86, "CodecID", \.codec),
            .binary(0x63a2, "CodecPrivate", \.codecPrivate),
        ] + mediaFields

    private static let mediaFields: [ElementField<Self>] = [
        .unsigned(0x56aa, "CodecDelay", \.codecDelay),
        .unsigned(0x56bb, "SeekPreRoll", \.seekPreRoll),
        .master("Video", \.video),
        .master("Audio", \.audio),
        .master("ContentEncodings", \.contentEncodings),
        .masters("BlockAdditionMapping", \.additionMappings),
    ]

    package var number: UInt64 = 0
    package var identifier: UInt64 = 0
    package var type: UInt64 = 0
    package var isEnabled = true
    package var isDefault = true
    package var isForced = false
    package var isForHearingImpaired = false
    package var isForVisualImpaired = false
    package var hasTextDescriptions = false
    package var isOriginalLanguage = false
    package var isCommentary = false
    /// The duration of a frame in nanoseconds.
    package var defaultDuration: UInt64?
    package var timestampScale = 1.0
    package var name: String?
    /// An ISO 639-2 code, or a code and a country.
    package var language: String?
    /// A BCP 47 tag, which takes precedence.
    package var languageTag: String?
    package var codec = ""
    package var codecPrivate: ByteSlice?
    /// The delay of the decoder in nanoseconds, which is subtracted from the times of blocks.
    package var codecDelay: UInt64 = 0
    /// The duration in nanoseconds that is decoded before the output is valid.
    package var seekPreRoll: UInt64 = 0
    package var video: VideoSettings?
    package var audio: AudioSettings?
    package var contentEncodings: ContentEncodings?
    package var additionMappings: [BlockAdditionMapping] = []

    package init() {}

    /// The decoder configuration; nil if there is none or if it is too large.
    var configuration: [UInt8]? {
        codecPrivate.flatMap { (1...MatroskaLimits.configurationSize).contains($0.count) ? $0.bytes : nil }
    }
}
