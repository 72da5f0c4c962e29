import AssetDownloading
public import Foundation
public import FoundationNetworking
import Synchronization

/// Creates download tasks and runs them.
///
/// Tasks survive the process: a new session with the identifier of an earlier one contains its unfinished tasks, and
/// continues the tasks that were not suspended. No daemon downloads while no process runs.
// Safe because the mutable properties are behind mutexes.
open class AVAssetDownloadURLSession: URLSession, @unchecked Sendable {
    private struct State {
        var tasks: [Int: AVAssetDownloadTask] = [:]
        var nextNumber = 1
        var isInvalidated = false
        /// Called when no task is left.
        var invalidate: (@Sendable () -> Void)?
    }

    private static let directory = Mutex<URL?>(nil)

    /// The folder for the downloads of sessions that are created afterwards.
    ///
    /// By default it is `AssetDownloads` in a folder with the name of the program in the user's data folder
    /// (`$XDG_DATA_HOME`, or `.local/share` in the home folder). It does not exist in AVFoundation, where the system
    /// determines the folder.
    public static var downloadsDirectory: URL {
        get {
            if let directory = directory.withLock({ $0 }) { return directory }
            let variable = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            let data =
                variable.map { URL(filePath: $0) } ?? URL(filePath: NSHomeDirectory()).appending(path: ".local/share")
            return data.appending(path: ProcessInfo.processInfo.processName).appending(path: "AssetDownloads")
        }
        set { directory.withLock { $0 = newValue } }
    }

    let events = DownloadEvents()
    private let downloads: AssetDownloadSession
    /// The folder, or the reason why tasks cannot run.
    private let folder: Result<SessionFolder, AVError>
    private let state = Mutex(State())
    /// Held while records are written, so that the last one contains the last state.
    private let records = Mutex<Void>(())

    /// A session with a background configuration: `URLSessionConfiguration.background(withIdentifier:)`.
    ///
    /// The tasks of a session without an identifier, with the identifier of another session that exists, or whose folder
    /// cannot be written fail with an ``AVError``. `httpMaximumConnectionsPerHost` of the configuration has an effect.
    public init(
        configuration: URLSessionConfiguration, assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
        delegateQueue: OperationQueue?
    ) {
        var settings = AssetDownloadSession.Configuration()
        settings.connectionsPerHost = configuration.httpMaximumConnectionsPerHost
        downloads = AssetDownloadSession(configuration: settings, assetDownloadDelegate: events)
        let (identifier, directory) = (configuration.identifier, Self.downloadsDirectory)
        folder = Result { () throws(AVError) in try SessionFolder(identifier: identifier, in: directory) }
        super.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
        restoreTasks()
    }

    /// Returns a task that downloads the contents of a configuration.
    ///
    /// The task of a configuration that cannot be used, such as one with a malformed predicate or an asset that is a movie
    /// file, fails with an ``AVError`` when it is resumed. An asset with the location of an earlier download completes
    /// that download in its folder.
    open func makeAssetDownloadTask(
        downloadConfiguration: AVAssetDownloadConfiguration
    ) -> AVAssetDownloadTask { makeTask(downloadConfiguration.request, options: nil) }

    /// Returns a task that downloads one variant of an asset; never nil.
    ///
    /// Without options it downloads the variant with the highest bit rate and the default options.
    open func makeAssetDownloadTask(
        asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
        options: [String: Any]? = nil
    ) -> AVAssetDownloadTask? {
        let values = DownloadTaskOptions(options ?? [:])
        let qualifier = AVAssetVariantQualifier(StoredVariantQualifier.options(values))
        let selection = options?[AVAssetDownloadTaskMediaSelectionKey] as? AVMediaSelection
        let content = DownloadContent(
            qualifiers: [qualifier], selections: selection.map { [Array($0.options.values)] } ?? [])
        return makeTask(
            ConfiguredDownload(asset: URLAsset, title: title, artwork: artworkData, primary: content), options: options)
    }

    /// Calls a handler on the delegate queue with the tasks that were resumed and have not ended, also by an earlier
    /// process.
    open override func getAllTasks(completionHandler: @Sendable @escaping ([URLSessionTask]) -> Void) {
        let tasks = activeTasks
        delegateQueue.addOperation { completionHandler(tasks) }
    }

    /// The tasks that were resumed and have not ended, also by an earlier process.
    public var allTasks: [URLSessionTask] {
        get async { activeTasks }
    }

    /// Refuses new tasks, and ends the session when the tasks have ended.
    open override func finishTasksAndInvalidate() {
        invalidate(cancelsTasks: false) { [self] in finishInvalidation() }
    }

    /// Refuses new tasks, cancels the others, and ends the session when they have ended.
    open override func invalidateAndCancel() {
        invalidate(cancelsTasks: true) { [self] in finishInvalidation() }
    }

    /// Informs the delegate that the session is invalid, and releases the delegate.
    private func finishInvalidation() { super.finishTasksAndInvalidate() }

    private func makeTask(_ request: ConfiguredDownload, options: [String: Any]?) -> AVAssetDownloadTask {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let earlier = request.asset.earlierDownload
        let asset = try? request.asset.downloadableAsset
        let record = TaskRecord(
            number: number, url: asset?.url ?? request.asset.url, headerFields: asset?.headerFields ?? [],
            request: request)
        let location = Result { try folder.get() }.map { earlier?.folder ?? $0.newLocation(title: request.title) }
        return task(request, record, location, options)
    }

    private func task(
        _ request: ConfiguredDownload, _ record: TaskRecord, _ location: Result<URL, any Error>,
        _ options: [String: Any]?
    ) -> AVAssetDownloadTask {
        let download = Result {
            downloads.makeAssetDownloadTask(downloadConfiguration: try request.configuration, to: try location.get())
        }
        let url = (try? location.get()) ?? request.asset.url
        return AVAssetDownloadTask(
            self, request, record: record, location: SessionFolder.location(url), download: download, options: options)
    }

    private func restoreTasks() {
        guard let stored = try? folder.get().unfinishedTasks else { return }
        for (location, record) in stored {
            let request = record.request
            let download = Result {
                guard let request else {
                    throw AVError(
                        .operationNotAllowed,
                        "'\(record.title)' cannot be continued: a closure was to select its variant; create the task again"
                    )
                }
                return downloads.makeAssetDownloadTask(
                    downloadConfiguration: try request.configuration, to: location)
            }
            let empty = DownloadContent(qualifiers: [], selections: [])
            let task = AVAssetDownloadTask(
                self,
                request ?? ConfiguredDownload(asset: AVURLAsset(url: record.url), title: record.title, primary: empty),
                record: record, location: SessionFolder.location(location), download: download, isStored: true)
            state.withLock { state in
                state.tasks[record.number] = task
                state.nextNumber = max(state.nextNumber, record.number + 1)
            }
            if !record.isSuspended { task.resume() }
        }
    }
}

extension AVAssetDownloadURLSession {
    /// The tasks that were resumed and have not ended, in the order of their creation.
    var activeTasks: [AVAssetDownloadTask] {
        // A task remains in the session until its delegate has returned from the last event.
        let tasks = state.withLock { state in state.tasks.sorted { $0.key < $1.key }.map(\.value) }
        return tasks.filter { $0.state != .completed }
    }

    /// Registers a task that is resumed for the first time. Throws if the session is invalidated.
    func begin(_ task: AVAssetDownloadTask) throws {
        try state.withLock { state in
            let isRestored = state.tasks[task.taskIdentifier] === task
            guard !state.isInvalidated || isRestored else {
                throw AVError(.operationNotAllowed, "the session is invalidated; create another one")
            }
            state.tasks[task.taskIdentifier] = task
        }
    }

    /// Removes a task whose last event was delivered.
    func end(_ task: AVAssetDownloadTask) {
        let invalidate = state.withLock { state -> (@Sendable () -> Void)? in
            if state.tasks[task.taskIdentifier] === task { state.tasks[task.taskIdentifier] = nil }
            guard state.tasks.isEmpty else { return nil }
            defer { state.invalidate = nil }
            return state.invalidate
        }
        invalidate?()
    }

    /// Writes a record, one at a time.
    func store(_ write: () throws -> Void) throws { try records.withLock { _ in try write() } }

    /// Refuses new tasks, and calls `then` when no task is left.
    func invalidate(cancelsTasks: Bool, then: @escaping @Sendable () -> Void) {
        let finish: @Sendable () -> Void = { [folder] in
            (try? folder.get())?.release()
            then()
        }
        let (tasks, isDone) = state.withLock { state -> ([AVAssetDownloadTask], Bool) in
            let isFirst = !state.isInvalidated
            state.isInvalidated = true
            if isFirst, !state.tasks.isEmpty { state.invalidate = finish }
            return (Array(state.tasks.values), isFirst && state.tasks.isEmpty)
        }
        if cancelsTasks { for task in tasks { task.cancel() } }
        if isDone { finish() }
    }
}
