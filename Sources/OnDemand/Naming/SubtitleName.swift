import Media
import PackagingStages

/// What the parts of a file name state about subtitles: a language, and purposes.
struct SubtitleName: Sendable, Hashable {
    /// A BCP 47 tag; nil without one.
    private(set) var language: String?
    private(set) var purposes: TrackPurposes = []
    private(set) var isDefault = false
    /// The parts, from which the name of the rendition is derived.
    let parts: [String]

    private static let words: [String: TrackPurposes] = [
        "forced": .forced, "foreign": .forced, "sdh": .hearingImpaired, "cc": .hearingImpaired,
        "hi": .hearingImpaired, "hoh": .hearingImpaired, "commentary": .commentary,
    ]

    /// Nil if a part is neither a language nor a known word: the file belongs to another movie.
    init?(parts: [String]) {
        self.parts = parts
        for part in parts {
            let word = part.lowercased()
            // `hi` is Hindi where no language precedes it.
            if let purpose = Self.words[word], word != "hi" || language != nil {
                purposes.formUnion(purpose)
            } else if word == "default" {
                isDefault = true
            } else if language == nil, word == "und" {
                continue
            } else if language == nil, let tag = LanguageCode.corrected(part), LanguageTag(tag) != nil {
                language = tag
            } else {
                return nil
            }
        }
    }

    /// The label of the rendition.
    var label: TrackLabel {
        var label = TrackLabel()
        label.language = language.flatMap(LanguageTag.init)
        label.files = QuotableText(plain: (["text"] + parts).joined(separator: "-"))
        label.purposes = purposes
        if isDefault { label.isDefault = true }
        return label
    }
}
