import AVFoundationCompatibility
import Foundation

/// The delegate of a program that waits for the end of a download.
final class DownloadEndDelegate: NSObject, AVAssetDownloadDelegate {
    private let killsAtFirstMedia: Bool
    private let results: AsyncStream<Result<URL, any Error>>
    private let continuation: AsyncStream<Result<URL, any Error>>.Continuation

    /// A delegate that kills its process when the first segment is loaded, or not.
    init(killsAtFirstMedia: Bool = false) {
        self.killsAtFirstMedia = killsAtFirstMedia
        (results, continuation) = AsyncStream.makeStream()
    }

    /// Returns the location of the download, or its error.
    func end() async -> Result<URL, any Error> {
        for await result in results { return result }
        return .failure(CancellationError())
    }

    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
    ) { continuation.yield(.success(location)) }

    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
    ) { if killsAtFirstMedia { kill(getpid(), SIGKILL) } }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { continuation.yield(.failure(error)) }
    }
}
