import Foundation
import HLS
import HTTPClient
import SystemFiles

extension URLAsset {
    /// Loads and parses the multivariant playlist on each call.
    ///
    /// Throws ``AssetDownloadError`` if it cannot be loaded and ``AssetInspectionError`` if it is malformed.
    public func load() async throws -> AssetPresentation {
        let document = try await PlaylistDocument.load(self)
        return try AssetPresentation(playlist: document.bytes, url: document.url)
    }

    /// The variants in playlist order; see ``load()``.
    public var variants: [AssetVariant] { get async throws { try await load().variants } }
}
