package import Foundation
import HLS
import HTTPClient

/// A presentation reduced to the selected renditions, for a demuxer that would make its own selection.
package struct ReducedPresentation: Sendable {
    /// The file URL of its playlist.
    package let url: URL
    /// Updates the referenced playlists; nil if everything has been downloaded to files.
    package let follower: PlaylistFollower?

    package init(url: URL, follower: PlaylistFollower?) {
        self.url = url
        self.follower = follower
    }

    /// Writes the playlists of the selection to a folder.
    ///
    /// A demuxer follows redirects and references to private addresses unchecked. Therefore it reads over HTTP only
    /// from this machine or from a trusted server. Otherwise the media are downloaded into the folder with the rules of
    /// downloads, and live presentations are rejected. A playlist in a file may reference anything. With `isOffline`,
    /// remote media are always downloaded. With `preparing`, the demuxer reads prepared playlists, whose media follow the
    /// rules of downloads as well.
    package static func prepare(
        _ configuration: AssetDownloadConfiguration, into folder: URL, isTrusted: Bool, isOffline: Bool = false,
        settings: DownloadSettings = DownloadSettings(), preparing: PlaylistPreparation? = nil
    ) async throws(AssetDownloadError) -> ReducedPresentation {
        let url = configuration.asset.url
        let engine = FetchEngine(connectionsPerHost: settings.connections, connections: settings.connections)
        guard !url.isFileURL else { return try await file(configuration, into: folder, engine, settings, preparing) }
        let run = DownloadRun(configuration, engine: engine, store: nil, settings: settings)
        let found = try await run.planWithScope()
        if preparing != nil || !isOffline && (isTrusted || found.scope == .machine) {
            let presentation = found.plan.localPresentation
            return ReducedPresentation(
                url: try write(presentation, into: folder),
                follower: try await PlaylistFollower(
                    presentation, found.plan.renditions.map { ($0.url.description, $0.localPath) }, in: folder,
                    from: PlaylistSource(web: found.loader), clock: settings.requests.clock, preparing: preparing))
        }
        guard found.plan.isComplete else {
            throw AssetDownloadError(
                .unbounded,
                "'\(url)' is live and on \(found.scope), so later references cannot be checked; "
                    + "set 'trusted: true' if its server can be trusted")
        }
        return ReducedPresentation(url: try await fetch(configuration, into: folder, settings), follower: nil)
    }

    private static func fetch(
        _ configuration: AssetDownloadConfiguration, into folder: URL, _ settings: DownloadSettings
    ) async throws(AssetDownloadError) -> URL {
        let task = AssetDownloadSession(settings: settings)
            .makeAssetDownloadTask(downloadConfiguration: configuration, to: folder)
        task.resume()
        let done = try await withTaskCancellationHandler(
            operation: { () async -> Result<AssetDownload, AssetDownloadError> in
                do throws(AssetDownloadError) { return .success(try await task.value()) } catch {
                    return .failure(error)
                }
            }, onCancel: { task.cancel() }
        ).get()
        guard done.keysLeftOut == 0 else {
            throw AssetDownloadError(
                .refused,
                "the server of '\(configuration.asset.url)' forbids storing a key, and later key requests "
                    + "cannot be checked; set 'trusted: true' if it can be trusted")
        }
        return folder.appending(path: done.index)
    }

    private static func write(
        _ playlist: MultivariantPlaylist, into folder: URL
    ) throws(AssetDownloadError) -> URL {
        let place = folder.appending(path: DownloadPlan.index)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(playlist.text.utf8).write(to: place)
        } catch {
            throw AssetDownloadError(.disk, "'\(place.path)' cannot be written: \(error.localizedDescription)")
        }
        return place
    }

    /// Reduces a presentation whose playlist is a file.
    private static func file(
        _ configuration: AssetDownloadConfiguration, into folder: URL, _ engine: FetchEngine,
        _ settings: DownloadSettings, _ preparing: PlaylistPreparation?
    ) async throws(AssetDownloadError) -> ReducedPresentation {
        let url = configuration.asset.url
        let parsed = try PlaylistSource.read(url)
        var reduced = MultivariantPlaylist()
        var names = FileNames()
        switch parsed.playlist {
        case .media: reduced.variants = [Variant(uri: names.place(of: url.absoluteString), bandwidth: 1)]
        case .multivariant(let presentation):
            let offered = AssetPresentation(presentation, url: url, warnings: parsed.warnings.map(\.description))
            reduced.hasIndependentSegments = presentation.hasIndependentSegments
            for var choice in try ContentChoice.choices(from: offered, for: configuration) {
                func local(_ uri: String) -> String {
                    names.place(of: URL(string: uri, relativeTo: url)?.absoluteString ?? uri)
                }
                choice.variant.uri = local(choice.variant.uri)
                reduced.variants.append(choice.variant)
                for var rendition in choice.renditions {
                    rendition.uri = rendition.uri.map(local)
                    reduced.renditions.append(rendition)
                }
            }
        }
        let web = PlaylistLoader(
            ItemFetch(
                engine: engine, store: nil, settings: settings, rules: FetchRules(table: settings.requests.table)),
            variables: parsed.variables)
        return ReducedPresentation(
            url: try write(reduced, into: folder),
            follower: try await PlaylistFollower(
                reduced, names.places, in: folder, from: PlaylistSource(web: web, variables: parsed.variables),
                clock: settings.requests.clock, preparing: preparing))
    }

    /// The local paths of the playlists of a presentation in files.
    private struct FileNames {
        private(set) var places: [(url: String, path: String)] = []

        /// Returns the path of a playlist, relative to the main playlist.
        mutating func place(of url: String) -> String {
            let known = places.firstIndex { $0.url == url }
            let path = "\(known ?? places.count).m3u8"
            if known == nil { places.append((url, path)) }
            return path
        }
    }
}
