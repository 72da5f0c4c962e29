import AssetDownloading
import Synchronization

/// Passes the events of downloads to the tasks of a session.
final class DownloadEvents: AssetDownloadDelegate {
    private let tasks = Mutex<[ObjectIdentifier: AVAssetDownloadTask]>([:])

    /// Passes the events of a download to a task until ``remove(_:)``.
    func add(_ download: AssetDownloadTask, of task: AVAssetDownloadTask) {
        tasks.withLock { $0[ObjectIdentifier(download)] = task }
    }

    func remove(_ download: AssetDownloadTask) {
        _ = tasks.withLock { $0.removeValue(forKey: ObjectIdentifier(download)) }
    }

    private func task(_ download: AssetDownloadTask) -> AVAssetDownloadTask? {
        tasks.withLock { $0[ObjectIdentifier(download)] }
    }

    func assetDownloadTask(_ task: AssetDownloadTask, willDownload contents: AssetDownloadContents) {
        self.task(task)?.handleSelection(contents)
    }
    func assetDownloadTask(_ task: AssetDownloadTask, didLoad timeRange: LoadedTimeRange) {
        self.task(task)?.handleTimeRange(timeRange)
    }
    func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress) {
        self.task(task)?.handleProgress(progress)
    }
    func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload) {
        self.task(task)?.finish(nil)
    }
    func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError) {
        self.task(task)?.finish(DownloadFailure.error(error))
    }
}
