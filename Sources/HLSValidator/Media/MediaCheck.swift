import HTTPClient
import Foundation
import HLS
package import HLSRules

/// Measures the media of what was loaded, playlists side by side, and runs the rules on it.
package struct MediaCheck: Sendable {
    /// What came of it.
    package struct Outcome: Sendable {
        package var log = FindingLog()
        /// By the names of the playlists.
        package var measured: [String: MeasuredRendition] = [:]
        /// What could not be looked at and why.
        package var unchecked: [String] = []
    }

    /// How many segments of a playlist on the web are loaded when nobody says it.
    package static let usualLimit = 60

    private let profile: ValidationProfile
    private let reader: PlaylistReader
    /// Segments of one playlist; nil for all.
    private let limit: Int?
    private let decoding: SegmentDecoding?

    /// A check that looks at `limit` segments of each playlist; nil for all of files and some of addresses.
    ///
    /// Segments are decoded where `decoding` is given, which takes many times longer than all the rest.
    package init(
        _ profile: ValidationProfile, reader: PlaylistReader, limit: Int? = nil, decoding: SegmentDecoding? = nil
    ) {
        self.decoding = decoding
        self.profile = profile
        self.reader = reader
        self.limit = limit
    }

    /// Measures all media playlists of `loaded`, and says what was found.
    package func check(_ loaded: LoadedPresentation) async -> Outcome { outcome(of: loaded, await measure(loaded)) }

    /// Measures all media playlists of `loaded`, by their names.
    func measure(_ loaded: LoadedPresentation) async -> [String: RenditionMedia] {
        // Tasks of one playlist each; the pool has as many threads as the machine has cores.
        await withTaskGroup(of: RenditionMedia?.self) { group in
            for playlist in Self.media(of: loaded) {
                group.addTask { await measure(playlist, loaded) }
            }
            return await group.reduce(into: [:]) { all, media in
                if let media { all[media.playlist.name] = media }
            }
        }
    }

    /// What came of all that was measured, in the order of the presentation, whichever was first.
    func outcome(of loaded: LoadedPresentation, _ media: [String: RenditionMedia]) -> Outcome {
        var outcome = Outcome()
        for playlist in Self.media(of: loaded) {
            guard let (rendition, log, unchecked) = media[playlist.name]?.finish() else { continue }
            outcome.log.join(log)
            outcome.measured[playlist.name] = rendition
            outcome.unchecked += unchecked
        }
        guard case .presentation(let presentation) = loaded.content else { return outcome }
        let renditions = presentation.renditions.map { outcome.measured[$0.playlist.name] }
        var checker = StateChecker(profile)
        checker.check(MeasuredPresentation(presentation: presentation, renditions: renditions))
        outcome.log.join(checker.log)
        return outcome
    }

    private static func media(of loaded: LoadedPresentation) -> [CheckedPlaylist] {
        loaded.playlists.filter { $0.text.kind == .media }
    }

    private func measure(_ playlist: CheckedPlaylist, _ loaded: LoadedPresentation) async -> RenditionMedia? {
        guard let url = loaded.urls[playlist.name] else { return nil }
        let source = MediaSource(base: url, reach: loaded.reach, reader: reader)
        var media = RenditionMedia(playlist, source: source, profile: profile, decoding: decoding)
        await media.measure(limit: limit ?? (url.isFileURL ? nil : Self.usualLimit), isAskedFor: limit != nil)
        return media
    }
}
