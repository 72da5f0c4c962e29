import Foundation
import HLS
package import HTTPClient
import Media

/// Carries a download out: loads the playlists, brings every item to its place, then writes the local playlists.
package struct DownloadRun: Sendable {
    private let configuration: AssetDownloadConfiguration
    private let settings: DownloadSettings
    private let engine: FetchEngine
    /// nil where nothing is written.
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

    /// What the first playlist has led to.
    private struct Beginning {
        var plan: DownloadPlan
        var rules: FetchRules
        var variables: [String: String] = [:]
        /// The playlist itself, where it is the one that lists the segments.
        var media: PlaylistLoader.Media?
    }

    /// Does all of it.
    package func run(
        _ onProgress: @escaping @Sendable (Update) -> Void
    ) async throws(AssetDownloadError) -> AssetDownload {
        guard let store else { preconditionFailure("a download needs a folder") }
        try describe(in: store.folder)
        let first = try await begin()
        let work = DownloadWork(
            plan: first.plan, fetch: itemFetch(first.rules),
            loader: PlaylistLoader(itemFetch(first.rules), variables: first.variables, first: first.media),
            configuration: configuration, onProgress: onProgress)
        let done = try await work.run()
        try publish(done.plan, in: store.folder)
        return AssetDownload(
            title: configuration.title, folder: store.folder.path, index: DownloadPlan.index, bytes: done.bytes,
            fetchedBytes: 0, files: done.plan.items.count, keysLeftOut: done.keysLeftOut, warnings: done.warnings)
    }

    /// What watchers are told.
    package enum Update: Sendable {
        case planned([PlannedItem])
        case received(PlannedItem, count: Int)
        case finished(PlannedItem, count: Int)
    }

    /// Loads the first playlist and chooses.
    private func begin() async throws(AssetDownloadError) -> Beginning {
        let url = configuration.asset.url.absoluteString
        var rules = FetchRules(
            table: settings.requests.table, fields: configuration.asset.headerFields,
            fieldsOrigin: WebAddress(url)?.origin)
        let loaded = try await PlaylistLoader(itemFetch(rules)).load(url)
        rules.reach = loaded.scope
        switch loaded.playlist {
        case .media(let playlist):
            guard let address = WebAddress(url) else {
                throw AssetDownloadError(.refused, "'\(url)' is not an address")
            }
            let plan = DownloadPlan(media: address, keepsKeys: configuration.keepsKeys, limits: settings.limits)
            return Beginning(plan: plan, rules: rules, media: PlaylistLoader.Media(playlist: playlist, url: loaded.url))
        case .multivariant(let presentation):
            let offered = AssetPresentation(presentation, url: URL(string: loaded.url.description))
            let choices = try ContentChoice.choices(from: offered, for: configuration)
            let plan = try DownloadPlan(
                presentation, at: loaded.url, choices: choices, keepsKeys: configuration.keepsKeys,
                limits: settings.limits)
            return Beginning(plan: plan, rules: rules, variables: loaded.variables)
        }
    }

    /// The plan without fetching media: every playlist that is chosen is loaded.
    package func plan() async throws(AssetDownloadError) -> DownloadPlan { try await planFromScope().plan }

    /// The plan, how near to us the server of the first playlist is, and what loads the others again.
    package func planFromScope() async throws(AssetDownloadError) -> (
        plan: DownloadPlan, scope: AddressScope, loader: PlaylistLoader
    ) {
        let first = try await begin()
        var plan = first.plan
        let loader = PlaylistLoader(itemFetch(first.rules), variables: first.variables, first: first.media)
        for rendition in plan.renditions {
            let loaded = try await loader.loadMedia(rendition.url.description)
            _ = try plan.take(loaded.playlist, of: rendition.number, from: loaded.url)
        }
        return (plan, first.rules.reach ?? .anywhere, loader)
    }

    /// The file of the artwork; nil without one.
    private var artworkName: String? {
        configuration.artworkData.map { $0.starts(with: [0x89, 0x50, 0x4e, 0x47]) ? "artwork.png" : "artwork.jpg" }
    }

    /// Stores the title before anything is fetched, so that an unfinished download has it too.
    private func describe(in folder: OfflineFolder) throws(AssetDownloadError) {
        let artwork = artworkName ?? DownloadRecord(in: folder)?.artwork
        try DownloadRecord(title: configuration.title, artwork: artwork).publish(in: folder)
    }

    private func publish(_ plan: DownloadPlan, in folder: OfflineFolder) throws(AssetDownloadError) {
        if let artwork = configuration.artworkData, let name = artworkName {
            try folder.publish(name, Array(artwork))
        }
        // What names others comes last, so that a player never finds a name without its file.
        for (path, text) in plan.playlists { try folder.publish(path, Array(text.utf8)) }
    }
}
