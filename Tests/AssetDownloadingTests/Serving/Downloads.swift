import AssetDownloading
import Foundation
import HTTPClient

/// A folder for a download that is removed after the test.
final class DownloadFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "sluice-download-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.path(percentEncoded: false) }

    /// The relative paths of its files, without Sluice's state files.
    var files: [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.hasPrefix(".sluice") && !isFolder($0) }.sorted()
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && isFolder.boolValue
    }

    func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: path + "/" + name).map(Array.init) ?? []
    }

    func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}

/// A clock whose sleeps return immediately.
struct HastyClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}

extension DownloadSettings {
    /// Settings without delays between attempts and with short timeouts.
    static var hasty: DownloadSettings {
        var settings = DownloadSettings(connections: 4)
        settings.requests.clock = HastyClock()
        settings.requests.random = { 0.5 }
        settings.requests.policy.attempts = 2
        settings.requests.limits.slowSeconds = 1
        settings.requests.limits.minimumRate = 1000
        settings.requests.limits.totalSeconds = 30
        return settings
    }
}

/// Downloads a URL into a folder.
func download(
    _ url: String, to folder: DownloadFolder, settings: DownloadSettings = .hasty,
    _ change: (inout AssetDownloadConfiguration) -> Void = { _ in }
) async throws(AssetDownloadError) -> AssetDownload {
    var configuration = AssetDownloadConfiguration(asset: URLAsset(url: URL(string: url)!), title: "a title")
    change(&configuration)
    let session = AssetDownloadSession(settings: settings)
    let task = session.makeAssetDownloadTask(downloadConfiguration: configuration, to: folder.url)
    task.resume()
    return try await task.value()
}

/// Returns the error of a download; nil when it succeeds.
func failure(
    _ url: String, to folder: DownloadFolder, settings: DownloadSettings = .hasty,
    _ change: (inout AssetDownloadConfiguration) -> Void = { _ in }
) async -> AssetDownloadError? {
    do throws(AssetDownloadError) {
        _ = try await download(url, to: folder, settings: settings, change)
        return nil
    } catch {
        return error
    }
}
