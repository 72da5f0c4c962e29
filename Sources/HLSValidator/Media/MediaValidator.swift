package import ContentProtection
import HTTPClient
import Foundation
import HLS
package import HLSRules

/// Measures the media of a loaded presentation, its playlists in parallel, and applies the rules.
package struct MediaValidator: Sendable {
    /// The results of a measurement.
    package struct Outcome: Sendable {
        package var log = FindingLog()
        /// The measured renditions, by playlist name.
        package var measured: [String: MeasuredRendition] = [:]
        /// The media that could not be examined, with the reasons.
        package var unchecked: [String] = []
    }

    /// The default number of segments to load per remote playlist.
    package static let defaultLimit = 60

    private let profile: ValidationProfile
    private let reader: PlaylistReader
    /// The maximum number of segments per playlist; nil for the default.
    private let limit: Int?
    private let decoding: SegmentDecoding?
    private let keys: [KeyIdentifier: AES128]

    /// Creates a validator for `limit` segments per playlist; nil selects all for files and ``defaultLimit`` for URLs.
    ///
    /// Segments are decoded if `decoding` is set, which takes many times longer than the remaining validation.
    package init(
        _ profile: ValidationProfile, reader: PlaylistReader, limit: Int? = nil, decoding: SegmentDecoding? = nil,
        keys: [KeyIdentifier: AES128] = [:]
    ) {
        self.decoding = decoding
        self.keys = keys
        self.profile = profile
        self.reader = reader
        self.limit = limit
    }

    /// Measures the media playlists of `loaded` and applies the rules.
    package func validate(_ loaded: LoadedPresentation) async -> Outcome { outcome(of: loaded, await measure(loaded)) }

    /// Measures the media playlists of `loaded`; returns them by name.
    func measure(_ loaded: LoadedPresentation) async -> [String: RenditionMedia] {
        // One task per playlist; the thread pool limits concurrency to the number of cores.
        await withTaskGroup(of: RenditionMedia?.self) { group in
            for playlist in Self.media(of: loaded) {
                group.addTask { await measure(playlist, loaded) }
            }
            return await group.reduce(into: [:]) { all, media in
                if let media { all[media.playlist.name] = media }
            }
        }
    }

    /// Returns the combined results in the order of the presentation, independent of completion order.
    func outcome(of loaded: LoadedPresentation, _ media: [String: RenditionMedia]) -> Outcome {
        var outcome = Outcome()
        for playlist in Self.media(of: loaded) {
            guard let (rendition, log, unchecked) = media[playlist.name]?.finish() else { continue }
            outcome.log.merge(log)
            outcome.measured[playlist.name] = rendition
            outcome.unchecked += unchecked
        }
        guard case .presentation(let presentation) = loaded.content else { return outcome }
        let renditions = presentation.renditions.map { outcome.measured[$0.playlist.name] }
        var checker = StateChecker(profile)
        checker.validate(MeasuredPresentation(presentation: presentation, renditions: renditions))
        outcome.log.merge(checker.log)
        return outcome
    }

    private static func media(of loaded: LoadedPresentation) -> [CheckedPlaylist] {
        loaded.playlists.filter { $0.text.kind == .media }
    }

    private func measure(_ playlist: CheckedPlaylist, _ loaded: LoadedPresentation) async -> RenditionMedia? {
        guard let url = loaded.urls[playlist.name] else { return nil }
        let source = MediaSource(base: url, reach: loaded.reach, reader: reader)
        var media = RenditionMedia(playlist, source: source, profile: profile, decoding: decoding, keys: keys)
        await media.measure(limit: limit ?? (url.isFileURL ? nil : Self.defaultLimit), isExplicitLimit: limit != nil)
        return media
    }
}
