package import HLS

/// The options of one kind of which a player plays one, such as the languages of the sound.
public struct MediaSelectionGroup: Sendable, Hashable {
    /// What the options are for.
    public enum Characteristic: String, Sendable, Hashable, CaseIterable {
        /// Sound.
        case audible
        /// Subtitles and closed captions.
        case legible
        /// Pictures, such as camera angles.
        case visual
    }

    public let characteristic: Characteristic
    /// In the order of the playlist.
    public let options: [MediaSelectionOption]

    /// What plays when nothing was chosen; nil where that is nothing.
    public var defaultOption: MediaSelectionOption? { options.first(where: \.isDefault) }
    /// Whether nothing of it need be played.
    public var allowsEmptySelection: Bool { characteristic == .legible }

    /// The options whose language is one of those wanted, best first: `en` takes `en-US` too (RFC 4647 3.3.1).
    public func options(forLanguages languages: [String]) -> [MediaSelectionOption] {
        languages.flatMap { language in options.filter { $0.isIn(language) } }
    }

    /// The groups of a presentation that have options.
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

/// Something to choose for a presentation, whichever variant plays: English sound, French subtitles.
///
/// Renditions of different groups are one option when their kind, name, language and characteristics agree.
public struct MediaSelectionOption: Sendable, Hashable {
    /// What is chosen.
    public enum Kind: String, Sendable, Hashable {
        case audio
        case subtitles
        case closedCaptions = "closed captions"
        case video
    }

    public let kind: Kind
    /// A name for people.
    public let displayName: String
    /// A BCP 47 language tag.
    public let language: String?
    /// A language in another role, such as the written form beside the spoken one.
    public let associatedLanguage: String?
    /// Uniform type identifiers, such as `public.accessibility.describes-video`.
    public let characteristics: [String]
    /// Whether it plays when nothing was chosen.
    public let isDefault: Bool
    /// Whether a player may choose it by the user's language.
    public let isAutoselect: Bool
    /// Whether it has only what has to be understood, whatever was chosen.
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

    /// Whether a rendition is this option in its group.
    package func includes(_ rendition: AlternativeRendition) -> Bool { isSame(as: MediaSelectionOption(rendition)) }

    func isSame(as other: MediaSelectionOption) -> Bool {
        kind == other.kind && displayName == other.displayName && language == other.language
            && characteristics == other.characteristics && isForced == other.isForced
    }

    /// Whether its language is `range` or a variety of it; case does not matter.
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
