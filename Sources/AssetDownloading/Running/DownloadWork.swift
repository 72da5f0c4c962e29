import HLS
import Media

/// The loop of a download: playlists come in, items go out to be fetched, at most so many at a time.
struct DownloadWork {
    /// What one of the tasks below came back with.
    private enum Event: Sendable {
        case loaded(rendition: Int, playlist: MediaPlaylist, url: WebAddress)
        case fetched(PlannedItem, ItemFetch.Outcome)
        case failed(AssetDownloadError)
    }

    struct Done {
        var plan: DownloadPlan
        var bytes: Int
        var keysLeftOut: Int
        var warnings: [String]
    }

    private typealias Group = TaskGroup<Event>

    private var plan: DownloadPlan
    private let fetch: ItemFetch
    private let loader: PlaylistLoader
    private let configuration: AssetDownloadConfiguration
    private let onProgress: @Sendable (DownloadRun.Update) -> Void
    private var waiting: [PlannedItem] = []
    private var nextWaiting = 0
    private var unloaded: [Int]
    private var active = 0
    private var bytes = 0
    /// Keys that may not be kept.
    private var unkept: [PlannedItem] = []
    private var warnings: [String] = []
    /// Loads in a row that brought nothing, by rendition.
    private var unchanged: [Int: Int] = [:]

    init(
        plan: DownloadPlan, fetch: ItemFetch, loader: PlaylistLoader,
        configuration: AssetDownloadConfiguration,
        onProgress: @escaping @Sendable (DownloadRun.Update) -> Void
    ) {
        self.plan = plan
        self.fetch = fetch
        self.loader = loader
        self.configuration = configuration
        self.onProgress = onProgress
        unloaded = plan.renditions.map(\.number).reversed()
    }

    /// Runs to the end; a failure ends what else is on its way.
    consuming func run() async throws(AssetDownloadError) -> Done {
        var work = self
        let result: Result<Done, AssetDownloadError> = await withTaskGroup(of: Event.self) { group in
            do throws(AssetDownloadError) {
                work.start(in: &group)
                while let event = await group.next() {
                    try work.take(event, in: &group)
                    work.start(in: &group)
                }
                work.settleKeys()
                work.warnings += work.plan.omissions
                return .success(
                    Done(
                        plan: work.plan, bytes: work.bytes, keysLeftOut: work.unkept.count, warnings: work.warnings))
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Hands out as much as may be on its way at a time, and as much again: a connection that is free goes on at once.
    private mutating func start(in group: inout Group) {
        while active < 2 * fetch.settings.connections {
            if let rendition = unloaded.popLast() {
                load(plan.renditions[rendition], after: nil, in: &group)
            } else if nextWaiting < waiting.count {
                let item = waiting[nextWaiting]
                nextWaiting += 1
                if nextWaiting == waiting.count { (waiting, nextWaiting) = ([], 0) }
                start(item, in: &group)
            } else {
                return
            }
        }
    }

    private mutating func start(_ item: PlannedItem, in group: inout Group) {
        active += 1
        group.addTask { [fetch, onProgress] in
            do throws(AssetDownloadError) {
                return .fetched(item, try await fetch.fetch(item) { onProgress(.received(item, count: $0)) })
            } catch {
                return .failed(error)
            }
        }
    }

    /// Loads a playlist, at once or after some time.
    private mutating func load(_ rendition: RenditionPlan, after wait: Duration?, in group: inout Group) {
        active += wait == nil ? 1 : 0
        group.addTask { [loader, clock = fetch.settings.clock] in
            do throws(AssetDownloadError) {
                if let wait, (try? await clock.sleep(for: wait)) == nil {
                    throw AssetDownloadError(.cancelled, "the download was cancelled")
                }
                let media = try await loader.loadMedia(rendition.url.description)
                return .loaded(rendition: rendition.number, playlist: media.playlist, url: media.url)
            } catch {
                return .failed(error)
            }
        }
    }

    private mutating func take(_ event: Event, in group: inout Group) throws(AssetDownloadError) {
        switch event {
        case .failed(let problem): throw problem
        case .fetched(let item, let outcome):
            active -= 1
            bytes += outcome.count
            if !outcome.isKept { unkept.append(item) }
            onProgress(.finished(item, count: outcome.count))
        case .loaded(let number, let playlist, let url):
            if unchanged[number] == nil { active -= 1 }
            try take(playlist, of: number, from: url, in: &group)
        }
    }

    private mutating func take(
        _ playlist: MediaPlaylist, of number: Int, from url: WebAddress, in group: inout Group
    ) throws(AssetDownloadError) {
        let rendition = plan.renditions[number]
        try refuseEndless(playlist, rendition)
        let end = configuration.recordingDuration.map { MediaTime(seconds: $0, preferredTimescale: 1000) }
        let items = try plan.take(playlist, of: number, from: url, until: end)
        onProgress(.planned(items))
        waiting += items
        guard !plan.renditions[number].isComplete else { return finish(plan.renditions[number]) }
        let stale = items.isEmpty ? (unchanged[number] ?? 0) + 1 : 0
        unchanged[number] = stale
        guard stale <= fetch.settings.limits.unchangedLoads else {
            throw AssetDownloadError(
                .timedOut, "'\(rendition.url)' was loaded \(stale) times without a new segment and has no end")
        }
        // The interval of RFC 8216bis 6.3.4: half of it where nothing had changed.
        let target = Duration.seconds(min(max(playlist.targetDuration, 1), 3600))
        load(rendition, after: stale > 0 ? target / 2 : target, in: &group)
    }

    /// A live playlist has no end of its own.
    private func refuseEndless(_ playlist: MediaPlaylist, _ rendition: RenditionPlan) throws(AssetDownloadError) {
        guard !playlist.hasEndList, playlist.type == nil, configuration.recordingDuration == nil else { return }
        throw AssetDownloadError(
            .endless,
            "'\(rendition.url)' is live and has no end; say how much of it to record, such as --duration 10min")
    }

    private mutating func settleKeys() {
        for key in unkept {
            warnings.append("the key \(key.name) may not be kept: its server says no-store; it is needed to play")
        }
        if !unkept.isEmpty { plan.nameRemotely(unkept) }
        for format in plan.licensedFormats.sorted() {
            warnings.append("the media is protected by '\(format)': it plays where a licence server gives the key")
        }
    }

    private mutating func finish(_ rendition: RenditionPlan) {
        guard rendition.lostCount > 0 else { return }
        warnings.append(
            "\(rendition.lostCount) segments of '\(rendition.url)' were gone before they could be fetched")
    }
}
