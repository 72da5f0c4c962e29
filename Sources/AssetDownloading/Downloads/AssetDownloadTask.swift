import Foundation
public import Observation
import Synchronization

/// One download: suspended until it is resumed, and to be suspended and resumed at any time.
///
/// ``state`` and ``progress`` can be observed with `withObservationTracking`.
public final class AssetDownloadTask: Sendable, Observable {
    /// Where a task is in its life.
    public enum State: Sendable, Hashable {
        case suspended
        case running
        case completed(AssetDownload)
        /// It has failed or was cancelled; resuming it tries again and keeps what was fetched.
        case failed(AssetDownloadError)
    }

    private struct Content {
        var state = State.suspended
        var meter = ProgressMeter()
        var progress = AssetDownloadProgress.none
        var lastNotification: ContinuousClock.Instant?
        /// Counts the runs, so that what an old one reports late is not taken for the new one's.
        var run = 0
        var work: Task<Void, Never>?
        var watchers: [Int: AsyncStream<AssetDownloadProgress>.Continuation] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
        var nextWatcher = 0
        /// The folder, kept so that what was looked at once is not read again.
        var store: DownloadStore?
    }

    /// What is downloaded.
    public let downloadConfiguration: AssetDownloadConfiguration
    /// The folder that it goes to.
    public let folder: String
    private let session: AssetDownloadSession
    private let content = Mutex(Content())
    private let observers = ObservationRegistrar()
    private let start = ContinuousClock.now

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

    /// Tells observers, outside the lock: what they do then takes it.
    private func notifyObservers(ofState: Bool) {
        if ofState { observers.withMutation(of: self, keyPath: \.state) {} }
        observers.withMutation(of: self, keyPath: \.progress) {}
    }

    /// The progress as it goes on, until the task ends; a slow reader gets the newest.
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

    /// Begins, or goes on with what is there.
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
                // One after the other: both write to the same folder.
                await before?.value
                await self.download(run)
            }
        }
    }

    /// Stops; what was fetched stays, to the byte where the server can send the rest.
    public func suspend() { stop(.suspended) }

    /// Ends the download; what was fetched stays in the folder for another one.
    public func cancel() { stop(.failed(AssetDownloadError(.cancelled, "the download was cancelled"))) }

    /// Waits until the task has ended, in one way or the other.
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
        // Whoever cancels waits until nothing is written any more.
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
            // Those who still hold it have nothing to write any more: another task may have the folder.
            if content.withLock({ $0.store !== store }) { store.release() }
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

    /// A run has come to its end; one that was stopped has nothing to say any more.
    private func finishRun(_ state: State, _ run: Int) {
        guard finish(state, run) else { return }
        switch state {
        case .completed(let download): session.delegate?.assetDownloadTask(self, didFinish: download)
        case .failed(let error): session.delegate?.assetDownloadTask(self, didFailWith: error)
        case .suspended, .running: break
        }
    }

    private func openStore() throws(AssetDownloadError) -> DownloadStore {
        if let store = content.withLock({ $0.store }) { return store }
        let store = try DownloadStore(path: folder)
        content.withLock { $0.store = store }
        return store
    }

    /// Takes in what a run tells; a run that was stopped has nothing to tell any more.
    private func handleUpdate(_ update: DownloadRun.Update, of run: Int) {
        let newProgress = content.withLock { content -> AssetDownloadProgress? in
            guard content.run == run else { return nil }
            switch update {
            case .planned(let items): content.meter.plan(items)
            case .received(let item, let count): content.meter.receive(item, count: count)
            case .finished(let item, let count): content.meter.finish(item, count: count)
            }
            let now = ContinuousClock.now
            if let last = content.lastNotification, now - last < .milliseconds(100) { return nil }
            content.lastNotification = now
            return measure(&content)
        }
        let watchers = newProgress == nil ? [] : content.withLock { Array($0.watchers.values) }
        for watcher in watchers { watcher.yield(newProgress ?? .none) }
        if newProgress != nil { notifyObservers(ofState: false) }
        if let newProgress { session.delegate?.assetDownloadTask(self, didProgress: newProgress) }
    }

    private func measure(_ content: inout Content) -> AssetDownloadProgress {
        let elapsed = (ContinuousClock.now - start).components
        content.progress = content.meter.progress(
            at: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
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

    /// Those who watched and waited, to be told outside the lock: what they do then takes it.
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
