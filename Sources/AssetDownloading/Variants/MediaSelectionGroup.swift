package import HLS

/// The options of one kind, such as the audio languages. Players select one of them.
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

extension AlternativeRendition.Kind {
    fileprivate var characteristic: MediaSelectionGroup.Characteristic {
        switch self {
        case .audio: .audible
        case .video: .visual
        case .subtitles, .closedCaptions: .legible
        }
    }
}
