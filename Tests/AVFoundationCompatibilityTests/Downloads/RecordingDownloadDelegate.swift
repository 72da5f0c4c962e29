import AVFoundationCompatibility
import Synchronization

/// Records the events of downloads.
final class RecordingDownloadDelegate: NSObject, AVAssetDownloadDelegate {
    enum Event: Sendable {
        case willDownload(URL)
        case variants([String])
        case resolved([String])
        case loaded(CMTimeRange, total: [CMTimeRange], expected: CMTimeRange)
        case finished(URL)
        case completed((any Error)?)
        case invalid
    }

    private struct Recorded {
        var events: [Event] = []
        var isChanged: [CheckedContinuation<Void, Never>] = []
    }

    private let recorded = Mutex(Recorded())

    var events: [Event] { recorded.withLock { $0.events } }

    private func record(_ event: Event) {
        let waiting = recorded.withLock { recorded in
            recorded.events.append(event)
            defer { recorded.isChanged = [] }
            return recorded.isChanged
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns the first event that `select` accepts, when it happens.
    func first<Value: Sendable>(_ select: (Event) -> Value?) async -> Value {
        var index = 0
        while true {
            let events = self.events
            for event in events[index...] { if let value = select(event) { return value } }
            index = events.count
            await withCheckedContinuation { continuation in
                let isNew = recorded.withLock { recorded in
                    if recorded.events.count > index { return true }
                    recorded.isChanged.append(continuation)
                    return false
                }
                if isNew { continuation.resume() }
            }
        }
    }

    /// Returns the error of the last event of a task, nil after success, when it happens.
    func completion() async -> (any Error)? {
        await first { if case .completed(let error) = $0 { .some(error) } else { nil } }
    }

    /// The locations of finished downloads.
    var finished: [URL] { events.compactMap { if case .finished(let url) = $0 { url } else { nil } } }

    func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL) {
        record(.willDownload(location))
    }
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
    ) { record(.finished(location)) }
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadVariants variants: [AVAssetVariant]
    ) { record(.variants(variants.map(\.url.lastPathComponent))) }
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
        didResolve resolvedMediaSelection: AVMediaSelection
    ) { record(.resolved(resolvedMediaSelection.asset === assetDownloadTask.urlAsset ? ["asset"] : [])) }
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
    ) {
        record(
            .loaded(timeRange, total: loadedTimeRanges.map(\.timeRangeValue), expected: timeRangeExpectedToLoad))
    }
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        record(.completed(error))
    }
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { record(.invalid) }
}
