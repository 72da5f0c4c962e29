import Foundation

/// Receives notifications about download tasks; every method has an empty default implementation.
public protocol AssetDownloadDelegate: Sendable {
    /// The task made progress.
    func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress)
    /// The task finished, and its folder can be played.
    func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload)
    /// The task failed or was cancelled.
    func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError)
}

extension AssetDownloadDelegate {
    public func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError) {}
}
