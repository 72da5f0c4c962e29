import AssetWriting
import Foundation
import Synchronization

/// The opened file of an asset, which is opened on first use.
final class AssetLoader: Sendable {
    let url: URL
    private let state = Mutex<Result<Asset, AssetLoadingError>?>(nil)

    init(_ url: URL) { self.url = url }

    /// Returns the opened file. Throws the same error every time if it cannot be opened.
    func asset() throws -> Asset {
        do {
            return try state.withLock { state in
                if let state { return state }
                let opened = open()
                state = opened
                return opened
            }.get()
        } catch {
            throw error.error
        }
    }

    /// The result, if the file has been opened.
    var current: Result<Asset, AssetLoadingError>? { state.withLock { $0 } }

    private func open() -> Result<Asset, AssetLoadingError> {
        guard url.isFileURL else {
            return .failure(
                AssetLoadingError(
                    .operationNotSupportedForAsset,
                    "'\(url.absoluteString)' is not a file; download it before reading its tracks"))
        }
        do throws(AssetReaderError) {
            return .success(try Asset(url: FileURL(fileURLWithPath: url.path)))
        } catch {
            guard FileManager.default.fileExists(atPath: url.path) else {
                return .failure(AssetLoadingError(missing: url))
            }
            return .failure(AssetLoadingError(AVError(error)))
        }
    }
}
