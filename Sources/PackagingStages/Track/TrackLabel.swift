package import Media
package import StageKit

/// Properties to set on one track, or on all tracks of a type.
package struct TrackLabel: OptionMapping, Hashable {
    /// The media types that may have alternatives.
    package enum Kind: String, OptionValue, CaseIterable {
        case video
        case audio
        case text
    }

    package var type: Kind?
    package var number: Int?
    package var language: LanguageTag?
    package var name: QuotableText?
    package var files: QuotableText?
    package var group: QuotableText?
    package var isDefault: Bool?
    package var isAutoselect: Bool?
    package var isForced: Bool?
    package var characteristics: [Characteristic] = []
    package var score: Double?
    /// The purposes that a file name states.
    package var purposes: TrackPurposes = []

    package init() {}

    package static var fields: [OptionField<TrackLabel>] {
        [
            .option("type", \.type, "Type of the tracks; all types by default."),
            .option("number", \.number, in: 1...1000, "Track number within its type, from 1; all by default."),
            .option("language", \.language, "Language as a BCP 47 tag."),
            .option("name", \.name, "Display name in menus."),
            .option("files", \.files, "Folder of the rendition, such as audio-en."),
            .option("group", \.group, "Group of alternatives; by default one per codec and layout."),
            .option("default", \.isDefault, "Whether the track plays by default."),
            .option("autoselect", \.isAutoselect, "Whether a player may select it by the user's language."),
            .option("forced", \.isForced, "For text: whether it is essential, such as translations of foreign speech."),
            .option(
                "characteristics", \.characteristics,
                "Characteristics: describes-video, transcribes-spoken-dialog, "
                    + "describes-music-and-sound, easy-to-read, or any uniform type identifier."),
            .option("score", \.score, "For video: preference relative to others; set for all of them or none."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if isDefault == true, isAutoselect == false {
            return ("a default track must allow autoselect", "autoselect: true, or none")
        }
        if let files, !PlaylistLayout.isFileName(files.text) {
            return ("'\(files.text)' is not a valid folder name", "a plain name")
        }
        if isForced == true, let type, type != .text { return ("forced is for text only", "type: text") }
        if let score, !(score > 0) { return ("score must be above 0", "a number above 0") }
        return nil
    }

    /// Whether the label applies to the track, which is the `count`th of its type, from 1.
    func matches(_ track: Track, number count: Int) -> Bool {
        (type.map { $0.rawValue == track.mediaType.rawValue } ?? true) && (number.map { $0 == count } ?? true)
    }

    /// Sets the label's properties on a track.
    func label(_ track: inout Track) {
        purposes.apply(to: &track)
        if let language { track.language = language.text }
        if let name { track.name = name.text }
        if let files { track.attributes.renditionName = files.text }
        if let group { track.attributes.group = group.text }
        if let isDefault { track.attributes.isDefault = isDefault }
        if let isAutoselect { track.attributes.isAutoselect = isAutoselect }
        if let isForced { track.attributes.isForced = isForced }
        if !characteristics.isEmpty { track.attributes.characteristics = characteristics.map(\.identifier) }
        if let score { track.attributes.score = score }
    }
}

/// A BCP 47 language tag.
package struct LanguageTag: OptionValue, Hashable {
    package var text: String
    package static var valueForm: String { "language tag (en, pt-BR)" }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard Self.isWellFormed(text) else {
            throw OptionProblem(
                .wrongType, "'\(text)' is not a language tag", expected: "a BCP 47 tag such as en, pt-BR, zh-Hant",
                at: node)
        }
        self.text = text
    }

    /// Nil for text that is not a language tag.
    package init?(_ text: String) {
        guard Self.isWellFormed(text) else { return nil }
        self.text = text
    }

    private static func isWellFormed(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let areWellFormed = parts.allSatisfy {
            (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIILetterOrDigit)
        }
        guard areWellFormed, text.utf8.count <= 35, let first = parts.first else { return false }
        return first.utf8.count >= 2 || parts.count > 1
    }

    package var optionText: String { text }
}

/// A characteristic of a rendition as a uniform type identifier (RFC 8216bis 4.4.6.1).
package struct Characteristic: OptionValue, Hashable {
    package var identifier: String
    package static var valueForm: String { "characteristic (describes-video)" }

    /// Short names of identifiers that players support.
    private static let known = [
        "describes-video": "public.accessibility.describes-video",
        "transcribes-spoken-dialog": "public.accessibility.transcribes-spoken-dialog",
        "describes-music-and-sound": "public.accessibility.describes-music-and-sound",
        "easy-to-read": "public.easy-to-read",
        "auxiliary-content": "public.auxiliary-content",
        "machine-generated": "public.machine-generated",
    ]

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        if let known = Self.known[text] {
            identifier = known
            return
        }
        guard text.contains("."), text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x2d || $0 == 0x2e }) else {
            throw OptionProblem(
                .outOfRange, "'\(text)' is not a characteristic",
                expected: Self.known.keys.sorted().joined(separator: ", ") + ", or an identifier with dots", at: node)
        }
        identifier = text
    }
    package var optionText: String { identifier }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }
}
