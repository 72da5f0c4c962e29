package import HTTPClient

/// Brings one item to its place: what is there already, what is missing, attempt after attempt.
package struct ItemFetch: Sendable {
    package let engine: FetchEngine
    /// nil where only playlists are loaded.
    package let store: DownloadStore?
    package let settings: DownloadSettings
    package let rules: FetchRules

    /// What an item came to.
    package struct Outcome: Sendable, Hashable {
        /// Bytes at the place.
        package var count: Int
        /// Whether it is in the folder; a key may not be.
        package var isKept = true
    }

    package init(engine: FetchEngine, store: DownloadStore?, settings: DownloadSettings, rules: FetchRules) {
        self.engine = engine
        self.store = store
        self.settings = settings
        self.rules = rules
    }

    /// Fetches an item unless its bytes are there; `onBytes` is told how many are.
    package func fetch(
        _ item: PlannedItem, onBytes: @escaping @Sendable (Int) -> Void
    ) async throws(AssetDownloadError) -> Outcome {
        guard let store else { preconditionFailure("items need a folder to go to") }
        let origin = item.origin
        if let entry = store.finished(item.place, origin: origin) { return Outcome(count: entry.count) }
        if item.kind == .key { return try await fetchKey(item, origin, store) }
        var transfer = TransferState(policy: settings.requests.policy)
        var begun = store.begun(item.place, origin: origin)
        while true {
            let sink = try FileSink(
                store, item.place, origin: origin, range: item.range, check: item.check, after: begun
            ) { count, _ in onBytes(count) }
            do throws(TransferError) {
                _ = try await engine.fetch(request(for: item, begun?.entry), into: sink)
                do throws(AssetDownloadError) { try sink.end() } catch { throw TransferError(error) }
                return Outcome(count: sink.count)
            } catch {
                if sink.isFinished { return Outcome(count: sink.count) }
                try sink.suspend()
                // What is there does not fit what the server has now: from the beginning, once.
                let isStale = begun != nil && (error.kind == .status(416) || error.kind == .malformed)
                if !isStale {
                    try await wait(transfer.failed(error, count: sink.count, random: settings.requests.random()))
                }
                begun = isStale ? nil : store.begun(item.place, origin: origin)
            }
        }
    }

    private var loader: ResourceLoader {
        ResourceLoader(engine: engine, settings: settings.requests, rules: rules)
    }

    private func wait(_ step: TransferState.Step) async throws(AssetDownloadError) {
        do throws(TransferError) { try await loader.wait(step) } catch { throw AssetDownloadError(error) }
    }

    private func request(for item: PlannedItem, _ begun: DownloadJournal.Entry?) -> FetchRequest {
        var request = FetchRequest(url: item.url.description, rules: rules, limits: settings.requests.limits)
        request.limits.size = settings.limits.resourceSize
        let count = begun?.count ?? 0
        if item.range != nil || count > 0 {
            request.range = ((item.range?.offset ?? 0) + count, item.range.map { $0.length - count })
        }
        request.ifRange = begun?.validator
        return request
    }

    /// A key is small, and the server may forbid to keep it.
    private func fetchKey(
        _ item: PlannedItem, _ origin: UInt64, _ store: DownloadStore
    ) async throws(AssetDownloadError) -> Outcome {
        let (bytes, head) = try await load(item.url.description, limit: 1 << 16)
        if let problem = item.check.problem(key: bytes) { throw problem }
        guard !head.head.forbidsStoring else { return Outcome(count: 0, isKept: false) }
        try store.folder.publish(item.place.path, bytes, isPrivate: true)
        try store.record(
            DownloadJournal.Entry(
                place: item.place, origin: origin, count: bytes.count, digest: Digest.of(bytes), isFinished: true))
        return Outcome(count: bytes.count)
    }

    /// Loads something small into memory, attempt after attempt.
    package func load(
        _ url: String, limit: Int, isText: Bool = false
    ) async throws(AssetDownloadError) -> (bytes: [UInt8], outcome: FetchOutcome) {
        do throws(TransferError) {
            return try await loader.load(url, limit: limit, isText: isText)
        } catch {
            throw AssetDownloadError(error)
        }
    }
}
