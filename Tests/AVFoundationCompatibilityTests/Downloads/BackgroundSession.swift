import AVFoundationCompatibility

/// A background session whose downloads are removed after the test.
final class BackgroundSession {
    let identifier = "test.\(UUID().uuidString)"
    let delegate = RecordingDownloadDelegate()
    let session: AVAssetDownloadURLSession

    static let directory: URL = {
        let url = FileManager.default.temporaryDirectory.appending(path: "sluice-sessions-\(UUID().uuidString)")
        AVAssetDownloadURLSession.downloadsDirectory = url
        return url
    }()

    init() {
        _ = Self.directory
        session = Self.make(identifier, delegate)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var folder: URL { Self.directory.appending(path: identifier) }

    static func make(_ identifier: String, _ delegate: RecordingDownloadDelegate) -> AVAssetDownloadURLSession {
        AVAssetDownloadURLSession(
            configuration: URLSessionConfiguration.background(withIdentifier: identifier),
            assetDownloadDelegate: delegate, delegateQueue: nil)
    }
}

/// Returns the files of a download, without Sluice's state files.
func mediaFiles(of location: URL) -> [String] {
    let path = location.absoluteURL.path(percentEncoded: false)
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { !$0.hasPrefix(".") && $0.contains(".") }.sorted()
}
