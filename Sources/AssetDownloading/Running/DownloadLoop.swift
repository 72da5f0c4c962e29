import HLS
import HTTPClient
import Media

/// The main loop of a download: loads playlists and fetches items with limited concurrency.
struct DownloadLoop {
    /// The result of a task of the loop.
    private enum Event: Sendable {
        case loaded(rendition: Int, playlist: MediaPlaylist, url: WebURL)
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
    private var queue: [PlannedItem] = []
    private var nextQueued = 0
    private var unloaded: [Int]
    private var active = 0
    private var bytes = 0
    /// Keys that must not be stored.
    private var unstorableKeys: [PlannedItem] = []
    private var warnings: [String] = []
    /// Consecutive loads without new segments, by rendition.
    private var unchangedLoads: [Int: Int] = [:]

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

    /// Runs until completion; a failure cancels all other tasks.
    consuming func run() async throws(AssetDownloadError) -> Done {
        var work = self
        let result: Result<Done, AssetDownloadError> = await withTaskGroup(of: Event.self) { group in
            do throws(AssetDownloadError) {
                work.start(in: &group)
                while let event = await group.next() {
                    try work.handle(event, in: &group)
                    work.start(in: &group)
                }
                work.finishKeys()
                work.warnings += work.plan.omissions
                return .success(
                    Done(
                        plan: work.plan, bytes: work.bytes, keysLeftOut: work.unstorableKeys.count,
                        warnings: work.warnings))
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Starts two tasks for each connection, so that a free connection is reused immediately.
    private mutating func start(in group: inout Group) {
        while active < 2 * fetch.settings.connections {
            if let rendition = unloaded.popLast() {
                load(plan.renditions[rendition], after: nil, in: &group)
            } else if nextQueued < queue.count {
                let item = queue[nextQueued]
                nextQueued += 1
                if nextQueued == queue.count { (queue, nextQueued) = ([], 0) }
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

    /// Loads a playlist, immediately or after a delay.
    private mutating func load(_ rendition: RenditionPlan, after wait: Duration?, in group: inout Group) {
        active += wait == nil ? 1 : 0
        group.addTask { [loader, clock = fetch.settings.requests.clock] in
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

    private mutating func handle(_ event: Event, in group: inout Group) throws(AssetDownloadError) {
        switch event {
        case .failed(let problem): throw problem
        case .fetched(let item, let outcome):
            active -= 1
            bytes += outcome.count
            if !outcome.isStored { unstorableKeys.append(item) }
            let isPrimary = item.rendition == plan.primaryRendition
            let timeRange = isPrimary ? LoadedTimeRange(start: item.start, duration: item.duration) : nil
            onProgress(.finished(item, count: outcome.count, timeRange: timeRange))
        case .loaded(let number, let playlist, let url):
            if unchangedLoads[number] == nil { active -= 1 }
            try merge(playlist, of: number, from: url, in: &group)
        }
    }

    private mutating func merge(
        _ playlist: MediaPlaylist, of number: Int, from url: WebURL, in group: inout Group
    ) throws(AssetDownloadError) {
        let rendition = plan.renditions[number]
        try refuseUnbounded(playlist, rendition)
        let end = configuration.recordingDuration.map { MediaTime(seconds: $0, preferredTimescale: 1000) }
        let items = try plan.merge(playlist, of: number, from: url, until: end)
        onProgress(.planned(items))
        if number == plan.primaryRendition { onProgress(.timeline(plan.renditions[number].duration)) }
        queue += items
        guard !plan.renditions[number].isComplete else { return reportLostSegments(plan.renditions[number]) }
        let stale = items.isEmpty ? (unchangedLoads[number] ?? 0) + 1 : 0
        unchangedLoads[number] = stale
        guard stale <= fetch.settings.limits.unchangedLoads else {
            throw AssetDownloadError(
                .timedOut, "'\(rendition.url)' did not change during \(stale) loads and has not ended")
        }
        // The reload interval of RFC 8216bis 6.3.4: a target duration, or half of it if nothing changed.
        let target = Duration.seconds(min(max(playlist.targetDuration, 1), 3600))
        load(rendition, after: stale > 0 ? target / 2 : target, in: &group)
    }

    /// Throws for a live playlist without a recording duration, since it never ends.
    private func refuseUnbounded(_ playlist: MediaPlaylist, _ rendition: RenditionPlan) throws(AssetDownloadError) {
        guard !playlist.hasEndList, playlist.type == nil, configuration.recordingDuration == nil else { return }
        throw AssetDownloadError(
            .unbounded,
            "'\(rendition.url)' is live; set the duration to record, such as --duration 10min")
    }

    private mutating func finishKeys() {
        for key in unstorableKeys {
            warnings.append("the key \(key.name) was not stored: its server sends no-store; playback requires it")
        }
        if !unstorableKeys.isEmpty { plan.useRemoteURLs(unstorableKeys) }
        for format in plan.licensedFormats.sorted() {
            warnings.append("the media is protected by '\(format)'; playback requires a licence server")
        }
    }

    private mutating func reportLostSegments(_ rendition: RenditionPlan) {
        guard rendition.lostCount > 0 else { return }
        warnings.append(
            "\(rendition.lostCount) segments of '\(rendition.url)' were removed before they could be fetched")
    }
}
