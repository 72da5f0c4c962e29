import AssetDownloading
import Foundation
import HLS
package import Validation

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

    /// Measures all media playlists of `loaded`.
    package func check(_ loaded: LoadedPresentation) async -> Outcome {
        switch loaded.content {
        case .playlist(let playlist):
            guard playlist.text.kind == .media else { return Outcome() }
            return await check([playlist], loaded)
        case .presentation(let presentation):
            var outcome = await check(presentation.renditions.map(\.playlist), loaded)
            let renditions = presentation.renditions.map { outcome.measured[$0.playlist.name] }
            var checker = StateChecker(profile)
            checker.check(MeasuredPresentation(presentation: presentation, renditions: renditions))
            outcome.log.join(checker.log)
            return outcome
        }
    }

    private func check(_ playlists: [CheckedPlaylist], _ loaded: LoadedPresentation) async -> Outcome {
        // Tasks of one playlist each; the pool has as many threads as the machine has cores.
        let results = await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, playlist) in playlists.enumerated() {
                group.addTask { (index, await check(playlist, loaded)) }
            }
            var results: [Int: Outcome] = [:]
            for await (index, outcome) in group { results[index] = outcome }
            return results
        }
        // In the order of the presentation, whichever was first.
        return playlists.indices.compactMap { results[$0] }.reduce(into: Outcome()) { all, one in
            all.log.join(one.log)
            all.measured.merge(one.measured) { first, _ in first }
            all.unchecked += one.unchecked
        }
    }

    private func check(_ playlist: CheckedPlaylist, _ loaded: LoadedPresentation) async -> Outcome {
        guard let url = loaded.urls[playlist.name], playlist.text.kind == .media else { return Outcome() }
        let source = MediaSource(base: url, reach: loaded.reach, reader: reader)
        var media = RenditionMedia(playlist, source: source, profile: profile, decoding: decoding)
        let (rendition, log) = await media.measure(
            limit: limit ?? (url.isFileURL ? nil : Self.usualLimit), isAskedFor: limit != nil)
        return Outcome(log: log, measured: [playlist.name: rendition], unchecked: media.unchecked)
    }
}
