import AssetDownloading
public import Foundation
public import FoundationNetworking
public import Observation
import Synchronization

/// A download of an asset into a folder that plays without a network; initially suspended.
///
/// `state`, `progress`, `error` and ``loadedTimeRanges`` can be observed with `withObservationTracking`, in place of
/// key-value observation.
// Safe because the mutable properties are behind a mutex.
open class AVAssetDownloadTask: URLSessionTask, Observable, @unchecked Sendable {
    struct Content {
        var state = URLSessionTask.State.suspended
        /// The number of calls of `suspend` without a `resume`.
        var suspensions = 1
        var hasStarted = false
        var hasSelected = false
        var error: (any Error)?
        var taskDescription: String?
        var delegate: (any URLSessionTaskDelegate)?
        /// The last reported progress in units.
        var units: Int64 = 0
        var record: TaskRecord
        /// Whether the record is in the folder.
        var isStored: Bool
    }

    /// The units of `progress`.
    static let progressUnits: Int64 = 10_000

    /// The asset of the download.
    public let urlAsset: AVURLAsset
    /// The folder of the download.
    let location: URL
    let session: AVAssetDownloadURLSession
    /// The download, or the reason why it is not possible.
    let download: Result<AssetDownloadTask, any Error>
    let content: Mutex<Content>
    let observers = ObservationRegistrar()
    private let progressLock = Mutex<Void>(())
    private let number: Int
    private let storedOptions: UncheckedValue?

    init(
        _ session: AVAssetDownloadURLSession, _ request: ConfiguredDownload, record: TaskRecord, location: URL,
        download: Result<AssetDownloadTask, any Error>, options: [String: Any]? = nil, isStored: Bool = false
    ) {
        self.session = session
        self.location = location
        self.download = download
        urlAsset = request.asset
        number = record.number
        storedOptions = options.map { UncheckedValue(value: $0) }
        content = Mutex(Content(taskDescription: record.taskDescription, record: record, isStored: isStored))
        super.init()
        prepareProgress()
    }

    /// The options with which the task was created.
    public var options: [String: Any]? { storedOptions?.value as? [String: Any] }

    /// The time ranges of the primary variant that are loaded; `timeRangeValue` of each value is a `CMTimeRange`.
    public var loadedTimeRanges: [NSValue] {
        observers.access(self, keyPath: \.loadedTimeRanges)
        guard let download = try? download.get() else { return [] }
        return download.loadedTimeRanges.map { TimeRangeValue(CMTimeRange($0)) }
    }

    open override var taskIdentifier: Int { number }

    open override var state: URLSessionTask.State {
        observers.access(self, keyPath: \.state)
        return content.withLock { $0.state }
    }

    open override var error: (any Error)? {
        observers.access(self, keyPath: \.error)
        return content.withLock { $0.error }
    }

    open override var progress: Progress {
        observers.access(self, keyPath: \.progress)
        return super.progress
    }

    /// Bytes in the folder.
    open override var countOfBytesReceived: Int64 {
        Int64((try? download.get())?.progress.completedBytes ?? 0)
    }

    /// The estimated size of the download in bytes.
    open override var countOfBytesExpectedToReceive: Int64 {
        Int64((try? download.get())?.progress.expectedBytes ?? 0)
    }

    /// A text of the program, which is stored with the task.
    open override var taskDescription: String? {
        get { content.withLock { $0.taskDescription } }
        set {
            content.withLock { $0.taskDescription = newValue }
            storeRecord()
        }
    }

    /// The delegate of the task; the one of the session by default.
    open override var delegate: (any URLSessionTaskDelegate)? {
        get { content.withLock { $0.delegate } ?? session.delegate as? any URLSessionTaskDelegate }
        set { content.withLock { $0.delegate = newValue } }
    }

    private func prepareProgress() {
        let progress = super.progress
        progress.totalUnitCount = Self.progressUnits
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = { [weak self] in self?.cancel() }
        progress.pausingHandler = { [weak self] in self?.suspend() }
        progress.resumingHandler = { [weak self] in self?.resume() }
    }

    /// Sets the completed units, in one thread at a time.
    func setProgress(_ units: Int64) {
        let progress = super.progress
        progressLock.withLock { _ in
            if progress.completedUnitCount < units { progress.completedUnitCount = units }
        }
    }

    open override func resume() { start() }
    open override func suspend() { pause() }
    open override func cancel() { stop() }
}
