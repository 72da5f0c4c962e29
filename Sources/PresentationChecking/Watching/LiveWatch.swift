import AssetDownloading
import Foundation
import HLS
import Validation

/// Watches a live presentation for a while, all its playlists side by side.
struct LiveWatch: Sendable {
    /// Playlists that are watched; more would be a load for the server.
    private static let limit = 50

    let profile: ValidationProfile
    let reader: PlaylistReader
    /// How long, from the first request on.
    let duration: Duration

    /// Watches what was loaded from `url`; what is in `known` is not told again.
    func run(
        _ loaded: LoadedPresentation, at url: URL, known: FindingLog
    ) async -> (log: FindingLog, unchecked: [String]) {
        let board = WatchBoard(profile, known: known)
        let client = ServerClient(
            reader: reader, reach: loaded.reach, named: WebAddress(url.absoluteString)?.origin)
        let end = ContinuousClock.now + duration
        let watches = self.watches(of: loaded, at: url, client, board)
        if watches.isEmpty { board.note(unchecked: "\(url): nothing of it is live, so there was nothing to watch") }
        var log = await withTaskGroup(of: FindingLog.self) { group in
            for watch in watches { group.addTask { await watch.run(until: end) } }
            return await group.reduce(into: FindingLog()) { $0.join($1) }
        }
        let (found, unchecked) = board.finish()
        log.join(found)
        return (log, unchecked)
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
                    imported: variables, queryParameters: AssetPresentation.query(of: place)),
                profile: profile, client: client, board: board)
        }
    }
}
