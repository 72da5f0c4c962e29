import Foundation
public import Media
public import Observation
import Synchronization
import SystemTime

/// A download that can be suspended and resumed at any time; initially suspended.
///
/// ``state`` and ``progress`` can be observed with `withObservationTracking`.
public final class AssetDownloadTask: Sendable, Observable {
    /// The state of a task.
    public enum State: Sendable, Hashable {
        case suspended
        case running
        case completed(AssetDownload)
        /// Failed or cancelled; resuming retries and keeps the fetched files.
        case failed(AssetDownloadError)
    }

    private struct Content {
        var state = State.suspended
        var meter = ProgressMeter()
        var timeline = LoadedTimeline()
        var progress = AssetDownloadProgress.none
        var lastNotification: MonotonicTime?
        /// The number of runs, to ignore late updates of an earlier run.
        var run = 0
        var work: Task<Void, Never>?
        var watchers: [Int: AsyncStream<AssetDownloadProgress>.Continuation] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
        var nextWatcher = 0
        /// The folder, cached so that verified files are not read again.
        var store: DownloadStore?
        var (removesEmptyFolder, hasRemovedFolder) = (false, false)
    }

    /// The configuration of the download.
    public let downloadConfiguration: AssetDownloadConfiguration
    /// The path of the destination folder.
    public let folder: String
    private let session: AssetDownloadSession
    private let content = Mutex(Content())
    private let observers = ObservationRegistrar()
    private let start = SystemClock.now

    init(_ session: AssetDownloadSession, _ configuration: AssetDownloadConfiguration, folder: String) {
        self.session = session
        downloadConfiguration = configuration
        self.folder = folder
    }

    public var state: State {
        observers.access(self, keyPath: \.state)
        return content.withLock { $0.state }
    }

    public var progress: AssetDownloadProgress {
        observers.access(self, keyPath: \.progress)
        return content.withLock { measure(&$0) }
    }

    /// The time ranges whose segments of the primary variant are in the folder, in order.
    public var loadedTimeRanges: [LoadedTimeRange] {
        observers.access(self, keyPath: \.progress)
        return content.withLock { $0.timeline.ranges }
    }

    /// The duration of the primary variant; zero until its playlist was loaded.
    public var expectedDuration: MediaTime {
        observers.access(self, keyPath: \.progress)
        return content.withLock { $0.timeline.duration }
    }

    /// Notifies observers outside the lock, because their handlers may acquire it.
    private func notifyObservers(ofState: Bool) {
        if ofState { observers.withMutation(of: self, keyPath: \.state) {} }
        observers.withMutation(of: self, keyPath: \.progress) {}
    }

    /// Progress updates until the task ends; slow consumers receive only the newest.
    public var progressUpdates: AsyncStream<AssetDownloadProgress> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (number, progress, isOver) = content.withLock { content in
                content.nextWatcher += 1
                content.watchers[content.nextWatcher] = continuation
                if case .completed = content.state { return (content.nextWatcher, content.progress, true) }
                return (content.nextWatcher, content.progress, false)
            }
            continuation.yield(progress)
            if isOver { continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.content.withLock { _ = $0.watchers.removeValue(forKey: number) }
            }
        }
    }

    /// Starts or continues the download.
    public func resume() {
        defer { notifyObservers(ofState: true) }
        content.withLock { content in
            switch content.state {
            case .running, .completed: return
            case .suspended, .failed: break
            }
            content.state = .running
            content.run += 1
            content.meter = ProgressMeter()
            let run = content.run
            let before = content.work
            content.work = Task {
                // Runs are serialized: both write to the same folder.
                await before?.value
                await self.download(run)
            }
        }
    }

    /// Suspends the download; fetched bytes are kept and resumed if the server supports ranges.
    public func suspend() { stop(.suspended) }

    /// Cancels the download; fetched files remain in the folder for another task.
    public func cancel() { stop(.failed(AssetDownloadError(.cancelled, "the download was cancelled"))) }

    /// Makes a failed task that created its folder and fetched nothing remove the folder. Others leave a description of
    /// the download for sessions that continue it.
    package func removeFolderIfEmpty() { content.withLock { $0.removesEmptyFolder = true } }
    /// Whether the folder was removed.
    package var hasRemovedFolder: Bool { content.withLock { $0.hasRemovedFolder } }

    /// Waits for the end of the task and returns its result.
    public func value() async throws(AssetDownloadError) -> AssetDownload {
        await withCheckedContinuation { continuation in
            let hasEnded = content.withLock { content in
                switch content.state {
                case .completed, .failed: return true
                case .suspended, .running:
                    content.waiters.append(continuation)
                    return false
                }
            }
            if hasEnded { continuation.resume() }
        }
        // After cancellation, waits until no more files are written.
        await content.withLock { $0.work }?.value
        switch state {
        case .completed(let download): return download
        case .failed(let error): throw error
        case .suspended, .running: return try await value()
        }
    }
}

extension AssetDownloadTask {
    private func stop(_ state: State) {
        let (work, listeners) = content.withLock { content -> (Task<Void, Never>?, Listeners?) in
            if case .completed = content.state { return (nil, nil) }
            content.state = state
            content.run += 1
            if case .failed = state { return (content.work, removeListeners(&content)) }
            return (content.work, nil)
        }
        listeners?.finish()
        work?.cancel()
        notifyObservers(ofState: true)
    }

    private func download(_ run: Int) async {
        do throws(AssetDownloadError) {
            let store = try openStore()
            await download(run, into: store)
            // Remaining holders of the store write nothing more: another task may use the folder.
            content.withLock { content in
                guard content.store !== store else { return }
                if case .failed = content.state, content.removesEmptyFolder {
                    content.hasRemovedFolder = store.discardIfEmpty()
                }
                store.release()
            }
        } catch {
            finishRun(.failed(error), run)
        }
    }

    private func download(_ run: Int, into store: DownloadStore) async {
        do throws(AssetDownloadError) {
            let work = DownloadRun(
                downloadConfiguration, engine: session.engine, store: store, settings: session.settings)
            var done = try await work.run { [self] in handleUpdate($0, of: run) }
            done.fetchedBytes = content.withLock { $0.meter.fetchedBytes }
            finishRun(.completed(done), run)
        } catch {
            finishRun(.failed(error), run)
        }
    }

    /// Ends a run and notifies the delegate; ignored for runs that were stopped.
    private func finishRun(_ state: State, _ run: Int) {
        if case .completed = state { completeTimeline(run) }
        guard finish(state, run) else { return }
        switch state {
        case .completed(let download): session.delegate?.assetDownloadTask(self, didFinish: download)
        case .failed(let error): session.delegate?.assetDownloadTask(self, didFailWith: error)
        case .suspended, .running: break
        }
    }

    /// Fills the parts of the timeline that have no resource, such as gaps.
    private func completeTimeline(_ run: Int) {
        let timeRange = content.withLock { content -> LoadedTimeRange? in
            guard content.run == run else { return nil }
            let all = LoadedTimeRange(start: .zero, duration: content.timeline.duration)
            return content.timeline.insert(all) ? all : nil
        }
        if let timeRange { session.delegate?.assetDownloadTask(self, didLoad: timeRange) }
    }

    private func openStore() throws(AssetDownloadError) -> DownloadStore {
        if let store = content.withLock({ $0.store }) { return store }
        let store = try DownloadStore(path: folder)
        content.withLock { $0.store = store }
        return store
    }

    /// Processes an update of a run; ignored for runs that were stopped.
    private func handleUpdate(_ update: DownloadRun.Update, of run: Int) {
        if case .selected(let contents) = update {
            guard content.withLock({ $0.run == run }) else { return }
            session.delegate?.assetDownloadTask(self, willDownload: contents)
            return
        }
        let (newRange, newProgress) = content.withLock { content -> (LoadedTimeRange?, AssetDownloadProgress?) in
            guard content.run == run else { return (nil, nil) }
            var range: LoadedTimeRange?
            switch update {
            case .selected: break
            case .timeline(let duration): content.timeline.duration = duration
            case .planned(let items): content.meter.plan(items)
            case .received(let item, let count): content.meter.receive(item, count: count)
            case .finished(let item, let count, let timeRange):
                content.meter.finish(item, count: count)
                range = timeRange.flatMap { content.timeline.insert($0) ? $0 : nil }
            }
            let now = SystemClock.now
            if let last = content.lastNotification, now - last < .milliseconds(100) { return (range, nil) }
            content.lastNotification = now
            return (range, measure(&content))
        }
        if let newRange { session.delegate?.assetDownloadTask(self, didLoad: newRange) }
        let watchers = newProgress == nil ? [] : content.withLock { Array($0.watchers.values) }
        for watcher in watchers { watcher.yield(newProgress ?? .none) }
        if newProgress != nil { notifyObservers(ofState: false) }
        if let newProgress { session.delegate?.assetDownloadTask(self, didProgress: newProgress) }
    }

    private func measure(_ content: inout Content) -> AssetDownloadProgress {
        content.progress = content.meter.progress(at: (SystemClock.now - start).seconds)
        return content.progress
    }

    private func finish(_ state: State, _ run: Int) -> Bool {
        let listeners = content.withLock { content -> Listeners? in
            guard content.run == run else { return nil }
            content.state = state
            return removeListeners(&content)
        }
        listeners?.finish()
        if listeners != nil { notifyObservers(ofState: true) }
        return listeners != nil
    }

    /// Removes all listeners, to be notified outside the lock, because their handlers may acquire it.
    private func removeListeners(_ content: inout Content) -> Listeners {
        let listeners = Listeners(
            progress: measure(&content), watchers: Array(content.watchers.values), waiters: content.waiters)
        content.watchers = [:]
        content.waiters = []
        content.store = nil
        return listeners
    }

    private struct Listeners: Sendable {
        var progress: AssetDownloadProgress
        var watchers: [AsyncStream<AssetDownloadProgress>.Continuation]
        var waiters: [CheckedContinuation<Void, Never>]

        func finish() {
            for watcher in watchers {
                watcher.yield(progress)
                watcher.finish()
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
