import HTTPClient
import Foundation
import HLS
import HLSRules
import Media
import SystemTime

/// Watches the playlists of a live presentation in parallel for some time.
struct LivePresentationWatcher: Sendable {
    /// The maximum number of watched playlists, to limit the load on the server.
    private static let maximumPlaylists = 50

    let profile: ValidationProfile
    let reader: PlaylistReader
    /// The duration from the first request.
    let duration: Duration

    /// The results.
    struct Outcome: Sendable {
        var log = FindingLog()
        var unchecked: [String] = []
        /// The measured media including new segments, by playlist name.
        var media: [String: RenditionMedia] = [:]
    }

    /// Watches the presentation loaded from `url`, and measures new segments of the playlists in `media`; findings in
    /// `known` are not repeated.
    func run(
        _ loaded: LoadedPresentation, at url: URL, known: FindingLog, media: [String: RenditionMedia]
    ) async -> Outcome {
        let sharedState = SharedWatchState(profile, known: known)
        let client = ServerClient(
            reader: reader, reach: loaded.reach, namedOrigin: WebURL(url.absoluteString)?.origin)
        let end = SystemClock.now + duration
        let watches = self.watches(of: loaded, at: url, client, sharedState)
        if watches.isEmpty {
            sharedState.recordUnchecked("\(url): not live, nothing to watch")
        }
        var outcome = await withTaskGroup(of: (log: FindingLog, media: RenditionMedia?).self) { group in
            for watch in watches {
                group.addTask { await watch.run(until: end, measuring: media[watch.name]) }
            }
            return await group.reduce(into: Outcome()) { all, one in
                all.log.merge(one.log)
                if let media = one.media { all.media[media.playlist.name] = media }
            }
        }
        let (found, unchecked) = sharedState.finish()
        outcome.log.merge(found)
        outcome.unchecked = unchecked
        return outcome
    }

    private func watches(
        of loaded: LoadedPresentation, at url: URL, _ client: ServerClient, _ sharedState: SharedWatchState
    ) -> [LivePlaylistWatcher] {
        let playlists: [(CheckedPlaylist, [String: String])] =
            switch loaded.content {
            case .playlist(let playlist): [(playlist, [:])]
            case .presentation(let presentation):
                presentation.renditions.map { ($0.playlist, presentation.multivariant.parsed?.variables ?? [:]) }
            }
        return playlists.filter { $0.0.text.isLive }.prefix(Self.maximumPlaylists).compactMap { playlist, variables in
            guard let place = loaded.urls[playlist.name] else { return nil }
            return LivePlaylistWatcher(
                name: playlist.name, url: place,
                variables: PlaylistVariables(
                    imported: variables, queryParameters: place.queryParameters),
                profile: profile, client: client, sharedState: sharedState)
        }
    }
}
