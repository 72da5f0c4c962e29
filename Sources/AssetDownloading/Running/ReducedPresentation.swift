package import Foundation
import HLS

/// A presentation reduced to what was chosen of it, for a demuxer that would choose by itself.
package enum ReducedPresentation {
    /// Where a reduced playlist is.
    package struct Place: Sendable, Hashable {
        package var url: URL
        /// Of what it leads to, in seconds; nil where only the demuxer will see that.
        package var targetDuration: Int?
    }

    /// Puts a playlist of what is chosen into a folder, and says where it is.
    ///
    /// A demuxer follows redirects, and names that lead to servers nearer than the page, without asking us. So it
    /// reads from the web by itself only where there is nothing to protect: the server is this machine, or it is
    /// trusted. Anything else is fetched into the folder first, by the rules of downloads, and what is live is refused.
    /// A playlist that is a file may name anything.
    package static func put(
        _ configuration: AssetDownloadConfiguration, into folder: URL, isTrusted: Bool,
        settings: DownloadSettings = DownloadSettings()
    ) async throws(AssetDownloadError) -> Place {
        let url = configuration.asset.url
        guard !url.isFileURL else { return try place(file(url, configuration), in: folder) }
        let engine = FetchEngine(connectionsPerHost: settings.connections, connections: settings.connections)
        let run = DownloadRun(configuration, engine: engine, store: nil, settings: settings)
        let (plan, scope) = try await run.planFromScope()
        if isTrusted || scope == .machine {
            let longest = plan.renditions.map(\.playlist.targetDuration).max()
            return Place(url: try write(plan.remotePlaylist, into: folder), targetDuration: longest)
        }
        guard plan.isComplete else {
            throw AssetDownloadError(
                .endless,
                "'\(url)' is live and on \(scope): where its playlists lead later cannot be checked; "
                    + "set 'trusted: true' where its server is to be trusted")
        }
        return Place(url: try await fetch(configuration, into: folder, settings))
    }

    /// What is chosen of files; a playlist that cannot be read is left for the demuxer to complain of.
    private static func place(
        _ playlist: MultivariantPlaylist, in folder: URL
    ) throws(AssetDownloadError) -> Place {
        let uris = playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
        let durations = uris.compactMap(URL.init(string:)).filter(\.isFileURL).compactMap { url -> Int? in
            guard case .media(let media)? = (try? read(url))?.playlist else { return nil }
            return media.targetDuration
        }
        return Place(url: try write(playlist, into: folder), targetDuration: durations.max())
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
                "the server of '\(configuration.asset.url)' forbids to keep a key, and a key that is asked for later "
                    + "cannot be checked; set 'trusted: true' where it is to be trusted")
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

    private static func file(
        _ url: URL, _ configuration: AssetDownloadConfiguration
    ) throws(AssetDownloadError) -> MultivariantPlaylist {
        let parsed = try read(url)
        guard case .multivariant(let presentation) = parsed.playlist else {
            return MultivariantPlaylist(variants: [Variant(uri: url.absoluteString, bandwidth: 1)])
        }
        let offered = AssetPresentation(presentation, url: url, warnings: parsed.warnings.map(\.description))
        let choices = try ContentChoice.choices(from: offered, for: configuration)
        func absolute(_ uri: String) -> String { URL(string: uri, relativeTo: url)?.absoluteString ?? uri }
        var reduced = MultivariantPlaylist(hasIndependentSegments: presentation.hasIndependentSegments)
        for var choice in choices {
            choice.variant.uri = absolute(choice.variant.uri)
            reduced.variants.append(choice.variant)
            for var rendition in choice.renditions {
                rendition.uri = rendition.uri.map(absolute)
                reduced.renditions.append(rendition)
            }
        }
        return reduced
    }

    private static func read(_ url: URL) throws(AssetDownloadError) -> ParsedPlaylist {
        let limit = PlaylistLimits().size
        guard let handle = try? FileHandle(forReadingFrom: url), let data = try? handle.read(upToCount: limit + 1)
        else {
            throw AssetDownloadError(.disk, "'\(url.path)' cannot be read, or is empty")
        }
        do throws(PlaylistProblem) {
            return try Playlist.parse(Array(data))
        } catch {
            throw AssetDownloadError(.malformed, "'\(url.path)' is not a playlist that can be read: \(error)")
        }
    }
}
