package import HTTPClient

/// Fetches one item to its location, resuming partial content and retrying failures.
package struct ItemFetch: Sendable {
    package let engine: FetchEngine
    /// The destination; nil if only playlists are loaded.
    package let store: DownloadStore?
    package let settings: DownloadSettings
    package let rules: FetchRules

    /// The result for an item.
    package struct Outcome: Sendable, Hashable {
        /// Bytes at the location.
        package var count: Int
        /// Whether it is in the folder; some keys must not be stored.
        package var isStored = true
    }

    package init(engine: FetchEngine, store: DownloadStore?, settings: DownloadSettings, rules: FetchRules) {
        self.engine = engine
        self.store = store
        self.settings = settings
        self.rules = rules
    }

    /// Fetches an item unless its bytes already exist; `onBytes` receives the number of bytes.
    package func fetch(
        _ item: PlannedItem, onBytes: @escaping @Sendable (Int) -> Void
    ) async throws(AssetDownloadError) -> Outcome {
        guard let store else { preconditionFailure("fetching an item requires a folder") }
        let origin = item.origin
        if let entry = store.finishedEntry(item.place, origin: origin) { return Outcome(count: entry.count) }
        if item.kind == .key { return try await fetchKey(item, origin, store) }
        var transfer = TransferState(policy: settings.requests.policy)
        var begun = store.resumableEntry(item.place, origin: origin)
        while true {
            let sink = try FileSink(
                store, item.place, origin: origin, range: item.range, check: item.check,
                undeclaredSize: settings.limits.undeclaredSize(of: item), after: begun
            ) { count, _ in onBytes(count) }
            do throws(TransferError) {
                _ = try await engine.fetch(request(for: item, begun?.entry), into: sink)
                do throws(AssetDownloadError) { try sink.end() } catch { throw TransferError(error) }
                return Outcome(count: sink.count)
            } catch {
                if sink.isFinished { return Outcome(count: sink.count) }
                try sink.suspend()
                // The partial content does not match the current resource: start again from the beginning, once.
                let isStale = begun != nil && (error.kind == .status(416) || error.kind == .malformed)
                if !isStale {
                    try await wait(transfer.recordFailure(error, count: sink.count, random: settings.requests.random()))
                }
                begun = isStale ? nil : store.resumableEntry(item.place, origin: origin)
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

    /// Fetches a key, which is small and may be forbidden to store.
    private func fetchKey(
        _ item: PlannedItem, _ origin: UInt64, _ store: DownloadStore
    ) async throws(AssetDownloadError) -> Outcome {
        let (bytes, head) = try await load(item.url.description, limit: 1 << 16)
        if let problem = item.check.problem(key: bytes) { throw problem }
        guard !head.head.forbidsStoring else { return Outcome(count: 0, isStored: false) }
        try store.folder.publish(item.place.path, bytes, isPrivate: true)
        try store.record(
            DownloadJournal.Entry(
                place: item.place, origin: origin, count: bytes.count, digest: Digest.of(bytes), isFinished: true))
        return Outcome(count: bytes.count)
    }

    /// Loads a resource, or a range of it, into memory, with retries.
    package func load(
        _ url: String, limit: Int, isText: Bool = false, range: Range<Int>? = nil
    ) async throws(AssetDownloadError) -> (bytes: [UInt8], outcome: FetchOutcome) {
        do throws(TransferError) {
            return try await loader.load(url, limit: limit, isText: isText, range: range)
        } catch {
            throw AssetDownloadError(error)
        }
    }
}
