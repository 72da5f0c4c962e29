import HTTPClient
import Foundation
import HLS
import HLSRules

/// Watches a live presentation for a while, all its playlists side by side.
struct LiveWatch: Sendable {
    /// Playlists that are watched; more would be a load for the server.
    private static let limit = 50

    let profile: ValidationProfile
    let reader: PlaylistReader
    /// How long, from the first request on.
    let duration: Duration

    /// What came of it.
    struct Outcome: Sendable {
        var log = FindingLog()
        var unchecked: [String] = []
        /// The media of playlists, with the segments that came, by the names of the playlists.
        var media: [String: RenditionMedia] = [:]
    }

    /// Watches what was loaded from `url`, and measures what comes where `media` was measured; what is in `known` is not
    /// told again.
    func run(
        _ loaded: LoadedPresentation, at url: URL, known: FindingLog, media: [String: RenditionMedia]
    ) async -> Outcome {
        let board = WatchBoard(profile, known: known)
        let client = ServerClient(
            reader: reader, reach: loaded.reach, named: WebAddress(url.absoluteString)?.origin)
        let end = ContinuousClock.now + duration
        let watches = self.watches(of: loaded, at: url, client, board)
        if watches.isEmpty { board.note(unchecked: "\(url): nothing of it is live, so there was nothing to watch") }
        var outcome = await withTaskGroup(of: (log: FindingLog, media: RenditionMedia?).self) { group in
            for watch in watches {
                group.addTask { await watch.run(until: end, measuring: media[watch.name]) }
            }
            return await group.reduce(into: Outcome()) { all, one in
                all.log.join(one.log)
                if let media = one.media { all.media[media.playlist.name] = media }
            }
        }
        let (found, unchecked) = board.finish()
        outcome.log.join(found)
        outcome.unchecked = unchecked
        return outcome
    }

    private func watches(
        of loaded: LoadedPresentation, at url: URL, _ client: ServerClient, _ board: WatchBoard
    ) -> [PlaylistWatch] {
        let playlists: [(CheckedPlaylist, [String: String])] =
            switch loaded.content {
            case .playlist(let playlist): [(playlist, [:])]
            case .presentation(let presentation):
                presentation.renditions.map { ($0.playlist, presentation.multivariant.parsed?.variables ?? [:]) }
            }
        return playlists.filter { $0.0.text.isLive }.prefix(Self.limit).compactMap { playlist, variables in
            guard let place = loaded.urls[playlist.name] else { return nil }
            return PlaylistWatch(
                name: playlist.name, url: place,
                variables: PlaylistVariables(
                    imported: variables, queryParameters: place.queryParameters),
                profile: profile, client: client, board: board)
        }
    }
}
