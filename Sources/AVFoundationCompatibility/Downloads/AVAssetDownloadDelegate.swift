public import Foundation
public import FoundationNetworking

/// Receives the events of download tasks on the session's delegate queue. Every method has an empty default
/// implementation; `urlSession(_:task:didCompleteWithError:)` of `URLSessionTaskDelegate` is the last event of a task.
public protocol AVAssetDownloadDelegate: URLSessionTaskDelegate {
    /// The download starts, and its folder will be at this location. A program stores it to find an unfinished download.
    ///
    /// Called again when another process continues the task.
    func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)

    /// The download is complete. An ``AVURLAsset`` with the location plays without a network.
    func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL)

    /// The task selected these variants, the one of the primary content configuration first.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadVariants variants: [AVAssetVariant])

    /// The task selected the options of this selection.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
        didResolve resolvedMediaSelection: AVMediaSelection)

    /// A time range of the primary variant is loaded; the ranges are in `timeRangeValue` of the values.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange)
}

extension AVAssetDownloadDelegate {
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadVariants variants: [AVAssetVariant]
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
        didResolve resolvedMediaSelection: AVMediaSelection
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
    ) {}
}
