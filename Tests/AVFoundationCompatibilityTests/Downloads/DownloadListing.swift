import AVFoundationCompatibility
import Observation

func startDownload(
    of url: URL, delegate: any AVAssetDownloadDelegate, identifier: String = "com.example.downloads"
) -> AVAssetDownloadTask {
    let configuration = AVAssetDownloadConfiguration(asset: AVURLAsset(url: url), title: "A title")
    configuration.primaryContentConfiguration.variantQualifiers = [
        AVAssetVariantQualifier(predicate: NSPredicate(format: "peakBitRate < 5000000"))
    ]
    let session = AVAssetDownloadURLSession(
        configuration: URLSessionConfiguration.background(withIdentifier: identifier),
        assetDownloadDelegate: delegate, delegateQueue: nil)
    let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
    task.resume()
    return task
}

func observeProgress(of task: AVAssetDownloadTask, _ report: @escaping @Sendable (Double) -> Void) {
    withObservationTracking {
        report(task.progress.fractionCompleted)
    } onChange: {
        Task { observeProgress(of: task, report) }
    }
}
