package import HLS

/// A selection of renditions in addition to the video: audio in a language, subtitles, or an option of a group.
public struct MediaSelection: Sendable, Hashable, CustomStringConvertible {
    private enum Criterion: Hashable {
        case language(String)
        case option(MediaSelectionOption)
        case nothing
    }

    /// The kind of rendition.
    public let kind: MediaSelectionOption.Kind
    private let criterion: Criterion

    /// Selects one option of a ``MediaSelectionGroup``.
    public init(_ option: MediaSelectionOption) {
        kind = option.kind
        criterion = .option(option)
    }

    private init(_ kind: MediaSelectionOption.Kind, _ criterion: Criterion) {
        self.kind = kind
        self.criterion = criterion
    }

    /// Selects audio in a language: `en` includes `en-US`, and `*` includes all (RFC 4647 3.3.1).
    public static func audio(_ language: String) -> MediaSelection { MediaSelection(.audio, .language(language)) }
    /// Selects subtitles in a language.
    public static func subtitles(_ language: String) -> MediaSelection {
        MediaSelection(.subtitles, .language(language))
    }
    /// Selects no rendition of a kind, not even the default one.
    package static func none(_ kind: MediaSelectionOption.Kind) -> MediaSelection { MediaSelection(kind, .nothing) }

    /// Whether no rendition is selected.
    package var isEmpty: Bool { criterion == .nothing }

    /// Whether a rendition is selected.
    package func matches(_ rendition: AlternativeRendition) -> Bool {
        switch criterion {
        case .nothing: false
        case .option(let option): option.includes(rendition)
        case .language("*"): MediaSelectionOption.Kind(rendition.kind) == kind
        case .language(let language):
            MediaSelectionOption.Kind(rendition.kind) == kind && MediaSelectionOption(rendition).isIn(language)
        }
    }

    public var description: String {
        switch criterion {
        case .nothing: "no \(kind.rawValue)"
        case .language(let language): "\(kind.rawValue) in '\(language)'"
        case .option(let option): "\(kind.rawValue) named '\(option.displayName)'"
        }
    }
}
