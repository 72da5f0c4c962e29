import Foundation
import HLS
package import HTTPClient
import Media

/// Runs a download: loads the playlists, fetches all items, then writes the local playlists.
package struct DownloadRun: Sendable {
    private let configuration: AssetDownloadConfiguration
    private let settings: DownloadSettings
    private let engine: FetchEngine
    /// The destination; nil for planning only.
    private let store: DownloadStore?

    package init(
        _ configuration: AssetDownloadConfiguration, engine: FetchEngine, store: DownloadStore?,
        settings: DownloadSettings
    ) {
        self.configuration = configuration
        self.engine = engine
        self.store = store
        self.settings = settings
    }

    private func itemFetch(_ rules: FetchRules) -> ItemFetch {
        ItemFetch(engine: engine, store: store, settings: settings, rules: rules)
    }

    /// The result of loading the first playlist.
    private struct InitialLoad {
        var plan: DownloadPlan
        var rules: FetchRules
        var variables: [String: String] = [:]
        /// The first playlist if it is a media playlist.
        var media: PlaylistLoader.Media?
        /// The selection if it is a multivariant playlist.
        var contents: AssetDownloadContents?
    }

    /// Runs the download.
    package func run(
        _ onProgress: @escaping @Sendable (Update) -> Void
    ) async throws(AssetDownloadError) -> AssetDownload {
        guard let store else { preconditionFailure("a download requires a folder") }
        try configuration.storeDescription(in: store.folder)
        let first = try await loadFirstPlaylist()
        if let contents = first.contents { onProgress(.selected(contents)) }
        let loader = PlaylistLoader(itemFetch(first.rules), variables: first.variables, first: first.media)
        let work = DownloadLoop(
            plan: first.plan, fetch: itemFetch(first.rules), loader: loader, configuration: configuration,
            onProgress: onProgress)
        var done = try await work.run()
        try await fetchSessionFiles(of: &done, loader, into: store.folder)
        try publish(done.plan, in: store.folder)
        return AssetDownload(
            title: configuration.title, folder: store.folder.path, index: DownloadPlan.index, bytes: done.bytes,
            fetchedBytes: 0, files: done.plan.items.count, keysLeftOut: done.keysLeftOut, warnings: done.warnings)
    }

    /// A progress event.
    package enum Update: Sendable {
        /// The selected variants and renditions, before their playlists are loaded.
        case selected(AssetDownloadContents)
        /// The duration of the primary variant's stream, when its playlist was loaded.
        case timeline(MediaTime)
        case planned([PlannedItem])
        case received(PlannedItem, count: Int)
        /// An item is complete, with its part of the primary variant's timeline if it is a segment of it.
        case finished(PlannedItem, count: Int, timeRange: LoadedTimeRange?)
    }

    /// Loads the first playlist and selects renditions.
    private func loadFirstPlaylist() async throws(AssetDownloadError) -> InitialLoad {
        let url = configuration.asset.url.absoluteString
        var rules = FetchRules(
            table: settings.requests.table, fields: configuration.asset.headerFields,
            fieldsOrigin: WebURL(url)?.origin)
        let loaded = try await PlaylistLoader(itemFetch(rules)).load(url)
        rules.reach = loaded.scope
        switch loaded.playlist {
        case .media(let playlist):
            guard let webURL = WebURL(url) else {
                throw AssetDownloadError(.refused, "'\(url)' is not a valid URL")
            }
            let plan = DownloadPlan(media: webURL, keepsKeys: configuration.keepsKeys, limits: settings.limits)
            return InitialLoad(
                plan: plan, rules: rules, media: PlaylistLoader.Media(playlist: playlist, url: loaded.url))
        case .multivariant(let presentation):
            let offered = AssetPresentation(presentation, url: URL(string: loaded.url.description))
            let choices = try ContentChoice.choices(from: offered, for: configuration)
            let plan = try DownloadPlan(
                presentation, at: loaded.url, choices: choices, keepsKeys: configuration.keepsKeys,
                limits: settings.limits)
            return InitialLoad(
                plan: plan, rules: rules, variables: loaded.variables,
                contents: AssetDownloadContents(choices, of: offered))
        }
    }

    /// Returns the plan without fetching media; loads every selected playlist.
    package func plan() async throws(AssetDownloadError) -> DownloadPlan { try await planWithScope().plan }

    /// Returns the plan, the network scope of the first playlist's server, and the loader for reloading playlists.
    package func planWithScope() async throws(AssetDownloadError) -> (
        plan: DownloadPlan, scope: AddressScope, loader: PlaylistLoader
    ) {
        let first = try await loadFirstPlaylist()
        var plan = first.plan
        let loader = PlaylistLoader(itemFetch(first.rules), variables: first.variables, first: first.media)
        for rendition in plan.renditions {
            let loaded = try await loader.loadMedia(rendition.url.description)
            _ = try plan.merge(loaded.playlist, of: rendition.number, from: loaded.url)
        }
        return (plan, first.rules.reach ?? .anywhere, loader)
    }

    /// Stores the metadata of the presentation, which is small. Files that cannot be loaded are left out with a warning.
    private func fetchSessionFiles(
        of done: inout DownloadLoop.Done, _ loader: PlaylistLoader, into folder: OfflineFolder
    ) async throws(AssetDownloadError) {
        for file in done.plan.sessionFiles {
            let bytes: [UInt8]
            do throws(AssetDownloadError) {
                bytes = try await loader.loadResource(file.url.description, range: nil, limit: SessionFile.sizeLimit)
            } catch {
                guard error.kind != .cancelled else { throw error }
                done.warnings.append("left out: metadata '\(file.id)' of the presentation: \(error.message)")
                continue
            }
            try folder.publish(file.path, bytes)
            done.bytes += bytes.count
            done.plan.list(file)
        }
    }

    private func publish(_ plan: DownloadPlan, in folder: OfflineFolder) throws(AssetDownloadError) {
        // Referenced playlists are written first, so that players never find a reference without its file.
        for (path, text) in plan.playlists { try folder.publish(path, Array(text.utf8)) }
    }
}
