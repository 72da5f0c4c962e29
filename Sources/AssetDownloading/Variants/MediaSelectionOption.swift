package import HLS

/// A selectable option of a presentation in all its variants, such as English audio or French subtitles.
///
/// Renditions of different groups are one option if their kind, name, language and characteristics are equal.
public struct MediaSelectionOption: Sendable, Hashable, Codable {
    /// The kind of rendition.
    public enum Kind: String, Sendable, Hashable, Codable {
        case audio
        case subtitles
        case closedCaptions = "closed captions"
        case video
    }

    public let kind: Kind
    /// The display name.
    public let displayName: String
    /// A BCP 47 language tag.
    public let language: String?
    /// A language used in a different role, such as written instead of spoken.
    public let associatedLanguage: String?
    /// Uniform type identifiers, such as `public.accessibility.describes-video`.
    public let characteristics: [String]
    /// Whether it plays without a user selection.
    public let isDefault: Bool
    /// Whether players may select it by the user's language.
    public let isAutoselect: Bool
    /// Whether it contains only text that is required for understanding, and is shown regardless of the selection.
    public let isForced: Bool

    package init(_ rendition: AlternativeRendition) {
        kind = Kind(rendition.kind)
        displayName = rendition.name
        language = rendition.language
        associatedLanguage = rendition.associatedLanguage
        characteristics = rendition.characteristics
        isDefault = rendition.isDefault
        isAutoselect = rendition.isAutoselect
        isForced = rendition.isForced
    }

    /// Whether a rendition represents this option in its group.
    package func includes(_ rendition: AlternativeRendition) -> Bool { isSame(as: MediaSelectionOption(rendition)) }

    func isSame(as other: MediaSelectionOption) -> Bool {
        kind == other.kind && displayName == other.displayName && language == other.language
            && characteristics == other.characteristics && isForced == other.isForced
    }

    /// Whether its language is `range` or a variety of it, ignoring case.
    public func isIn(_ range: String) -> Bool {
        guard let tag = language?.lowercased() else { return false }
        let range = range.lowercased()
        return range == "*" || tag == range || tag.hasPrefix(range + "-")
    }
}

extension MediaSelectionOption.Kind {
    package init(_ kind: AlternativeRendition.Kind) {
        switch kind {
        case .audio: self = .audio
        case .video: self = .video
        case .subtitles: self = .subtitles
        case .closedCaptions: self = .closedCaptions
        }
    }
}
