import Foundation
package import HLS
import HTTPClient

/// The selected variant of a presentation and its renditions.
package struct SelectedPresentation: Sendable {
    /// The subtitles to select.
    package enum SubtitleSelection: Sendable {
        case none
        case all
        /// Those with a language range of RFC 4647.
        case language(String)

        fileprivate func selects(_ language: String?) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .language(let range):
                language.map {
                    $0.lowercased() == range.lowercased() || $0.lowercased().hasPrefix(range.lowercased() + "-")
                }
                    ?? false
            }
        }
    }

    /// The playlist of the variant, or of a rendition in another playlist.
    package struct Stream: Sendable {
        /// The absolute URL.
        package var url: String
        /// The rendition; nil for the variant.
        package var rendition: AlternativeRendition?
    }

    /// The variant's playlist, then those of its renditions.
    package private(set) var streams: [Stream] = []
    /// The renditions of the variant that are not selected.
    package private(set) var omitted: [AlternativeRendition] = []
    /// The source of the playlists and of their media.
    package let source: PlaylistSource
    /// The absolute URL of the file of the presentation's chapters; nil without chapters.
    private var chapterURL: String?

    /// Loads the playlist of a presentation and selects from it.
    ///
    /// Media of a remote presentation follow the rules of downloads: no reference leads closer to this machine than the
    /// server of the playlist is, unless it `isTrusted`. A playlist in a file may reference anything.
    ///
    /// `subtitles` selects subtitles of the variant by their language, or all of them.
    package static func select(
        _ configuration: AssetDownloadConfiguration, isTrusted: Bool, subtitles: SubtitleSelection = .none,
        settings: DownloadSettings = DownloadSettings()
    ) async throws(AssetDownloadError) -> SelectedPresentation {
        let url = configuration.asset.url
        let engine = FetchEngine(connectionsPerHost: settings.connections, connections: settings.connections)
        var rules = FetchRules(table: settings.requests.table)
        func loader(
            _ variables: [String: String] = [:], _ first: PlaylistLoader.Media? = nil
        ) -> PlaylistLoader {
            PlaylistLoader(
                ItemFetch(engine: engine, store: nil, settings: settings, rules: rules), variables: variables,
                first: first)
        }
        guard !url.isFileURL else {
            let parsed = try PlaylistSource.read(url)
            let source = PlaylistSource(
                web: loader(parsed.variables), variables: parsed.variables, clock: settings.requests.clock)
            return try SelectedPresentation(
                parsed.playlist, at: url, configuration, subtitles, source: source
            ) { URL(string: $0, relativeTo: url)?.absoluteString ?? $0 }
        }
        let loaded = try await loader().load(url.absoluteString)
        if !isTrusted { rules.reach = loaded.scope }
        var first: PlaylistLoader.Media?
        if case .media(let playlist) = loaded.playlist {
            first = PlaylistLoader.Media(playlist: playlist, url: loaded.url)
        }
        let source = PlaylistSource(web: loader(loaded.variables, first), clock: settings.requests.clock)
        return try SelectedPresentation(
            loaded.playlist, at: URL(string: loaded.url.description) ?? url, configuration, subtitles, source: source
        ) { name throws(AssetDownloadError) in
            if let url = loaded.url.resolve(name) { return url.description }
            throw AssetDownloadError(
                .refused,
                "'\(loaded.url)' references '\(name.prefix(200))'; only http: and https: URLs are read")
        }
    }

    private init(
        _ playlist: Playlist, at url: URL, _ configuration: AssetDownloadConfiguration,
        _ subtitles: SubtitleSelection, source: PlaylistSource,
        absolute: (String) throws(AssetDownloadError) -> String
    ) throws(AssetDownloadError) {
        self.source = source
        guard case .multivariant(let presentation) = playlist else {
            streams = [Stream(url: url.absoluteString)]
            return
        }
        let offered = AssetPresentation(presentation, url: url)
        guard let choice = try ContentChoice.choices(from: offered, for: configuration).first else { return }
        streams = [Stream(url: try absolute(choice.variant.uri))]
        for rendition in choice.renditions where rendition.kind == .audio {
            guard let uri = rendition.uri else { continue }
            let url = try absolute(uri)
            // The rendition may be part of the variant.
            if !streams.contains(where: { $0.url == url }) { streams.append(Stream(url: url, rendition: rendition)) }
        }
        let texts = presentation.renditions.filter { rendition in
            rendition.kind == .subtitles && choice.variant.offers(rendition) && subtitles.selects(rendition.language)
        }
        for rendition in texts {
            guard let uri = rendition.uri else { continue }
            let url = try absolute(uri)
            if !streams.contains(where: { $0.url == url }) { streams.append(Stream(url: url, rendition: rendition)) }
        }
        if let data = presentation.sessionData.first(where: { $0.id == SessionData.chapters }),
            case .json(let uri) = data.content
        {
            chapterURL = try? absolute(uri)
        }
        omitted = presentation.renditions.filter { rendition in
            let isSelected =
                rendition.kind == .audio && choice.renditions.contains(rendition) || texts.contains(rendition)
            return rendition.uri != nil && choice.variant.offers(rendition) && !isSelected
        }
    }

    /// Loads the file of the presentation's chapters, or returns the reason why it cannot be read; nil without chapters.
    package func loadChapters() async -> Result<[UInt8], AssetDownloadError>? {
        guard let chapterURL else { return nil }
        do throws(AssetDownloadError) {
            let file = try await source.load(chapterURL, range: nil, limit: SessionFile.sizeLimit)
            return .success(withExtendedLifetime(file.file) { file.bytes.bytes })
        } catch {
            return .failure(error)
        }
    }
}
