import Foundation

/// Receives notifications about download tasks; every method has an empty default implementation.
public protocol AssetDownloadDelegate: Sendable {
    /// The task selected variants and renditions; called before it fetches media, again after each resumption, and not
    /// for a single media playlist.
    func assetDownloadTask(_ task: AssetDownloadTask, willDownload contents: AssetDownloadContents)
    /// A segment of the primary variant is complete; ``AssetDownloadTask/loadedTimeRanges`` contains its time range.
    func assetDownloadTask(_ task: AssetDownloadTask, didLoad timeRange: LoadedTimeRange)
    /// The task made progress.
    func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress)
    /// The task finished, and its folder can be played.
    func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload)
    /// The task failed or was cancelled.
    func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError)
}

extension AssetDownloadDelegate {
    public func assetDownloadTask(_ task: AssetDownloadTask, willDownload contents: AssetDownloadContents) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didLoad timeRange: LoadedTimeRange) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError) {}
}
