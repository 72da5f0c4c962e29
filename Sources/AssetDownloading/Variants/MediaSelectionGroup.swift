package import HLS

/// The options of one kind, of which players select one, such as the audio languages.
public struct MediaSelectionGroup: Sendable, Hashable {
    /// The purpose of the options.
    public enum Characteristic: String, Sendable, Hashable, CaseIterable {
        /// Audio.
        case audible
        /// Subtitles and closed captions.
        case legible
        /// Video, such as camera angles.
        case visual
    }

    public let characteristic: Characteristic
    /// The options in playlist order.
    public let options: [MediaSelectionOption]

    /// The option that plays without a user selection; nil if there is none.
    public var defaultOption: MediaSelectionOption? { options.first(where: \.isDefault) }
    /// Whether the selection may be empty.
    public var allowsEmptySelection: Bool { characteristic == .legible }

    /// Returns the options for the given languages, in the order of the languages: `en` includes `en-US` (RFC 4647
    /// 3.3.1).
    public func options(forLanguages languages: [String]) -> [MediaSelectionOption] {
        languages.flatMap { language in options.filter { $0.isIn(language) } }
    }

    /// Returns the groups of a presentation that have options.
    package static func groups(of presentation: MultivariantPlaylist) -> [MediaSelectionGroup] {
        Characteristic.allCases.compactMap { characteristic in
            var options: [MediaSelectionOption] = []
            for rendition in presentation.renditions where rendition.kind.characteristic == characteristic {
                let option = MediaSelectionOption(rendition)
                if !options.contains(where: { $0.isSame(as: option) }) { options.append(option) }
            }
            return options.isEmpty ? nil : MediaSelectionGroup(characteristic: characteristic, options: options)
        }
    }
}

/// A selectable option of a presentation in all its variants, such as English audio or French subtitles.
///
/// Renditions of different groups are one option if their kind, name, language and characteristics are equal.
public struct MediaSelectionOption: Sendable, Hashable {
    /// The kind of rendition.
    public enum Kind: String, Sendable, Hashable {
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

extension AlternativeRendition.Kind {
    fileprivate var characteristic: MediaSelectionGroup.Characteristic {
        switch self {
        case .audio: .audible
        case .video: .visual
        case .subtitles, .closedCaptions: .legible
        }
    }
}
