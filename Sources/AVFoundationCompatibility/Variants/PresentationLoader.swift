import AssetDownloading
import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

/// The multivariant playlist of an asset, which is loaded on first use.
final class PresentationLoader: Sendable {
    /// The presentation to load or download; nil if the asset is a movie file.
    let asset: URLAsset?
    /// The header fields for requests to the server of the asset.
    let headerFields: [String]
    private let state = Mutex<Result<AssetPresentation, any Error>?>(nil)

    init(_ url: URL, options: [String: Any]) {
        headerFields = Self.headerFields(options)
        guard url.isFileURL else {
            var asset = URLAsset(url: url)
            asset.headerFields = headerFields
            self.asset = asset
            return
        }
        let path = url.absoluteURL.path(percentEncoded: false)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            // The folder of a download.
            asset = URLAsset(url: URL(filePath: path).appending(path: DownloadPlan.index))
        } else {
            asset = ["m3u8", "m3u"].contains(url.pathExtension.lowercased()) ? URLAsset(url: url) : nil
        }
    }

    /// Returns the playlist; nil for a movie file. A failure is not kept, so that a later call tries again.
    func load() async throws -> AssetPresentation? {
        guard let asset else { return nil }
        if case .success(let presentation)? = current { return presentation }
        do {
            let presentation = try await asset.load()
            state.withLock { $0 = .success(presentation) }
            return presentation
        } catch {
            let failure = DownloadFailure.error(error)
            state.withLock { $0 = .failure(failure) }
            throw failure
        }
    }

    /// Returns the playlist when it is loaded, which blocks the thread; nil for a movie file or after a failure.
    ///
    /// Not for threads of Swift's concurrency, on which the load itself runs.
    func wait() -> AssetPresentation? {
        let isLoaded = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            _ = try? await load()
            isLoaded.signal()
        }
        isLoaded.wait()
        return try? current?.get()
    }

    /// The result of the last load; nil before the first.
    var current: Result<AssetPresentation, any Error>? { state.withLock { $0 } }

    private static func headerFields(_ options: [String: Any]) -> [String] {
        var fields = options[AVURLAssetHTTPHeaderFieldsKey] as? [String: String] ?? [:]
        if let agent = options[AVURLAssetHTTPUserAgentKey] as? String { fields["User-Agent"] = agent }
        if let cookies = options[AVURLAssetHTTPCookiesKey] as? [HTTPCookie] {
            fields.merge(HTTPCookie.requestHeaderFields(with: cookies)) { $1 }
        }
        // A line break would begin another field.
        let isValid = { (field: String) in !field.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }
        return fields.map { "\($0): \($1)" }.filter(isValid).sorted()
    }
}

/// The key of the cookies for requests to the server of an asset, an array of `HTTPCookie`.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// The key of the `User-Agent` field of requests to the server of an asset.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
