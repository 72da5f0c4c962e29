import AssetDownloading
public import Foundation
import Synchronization

/// The parts of an asset to download: one primary set of video, audio and subtitles, and auxiliary sets.
///
/// A task uses the values at its creation; later changes have no effect on it.
// Safe because the values are behind a mutex, and the asset and the title do not change.
open class AVAssetDownloadConfiguration: NSObject, @unchecked Sendable {
    private struct Values {
        var artwork: Data?
        var auxiliary: [AVAssetDownloadContentConfiguration] = []
        var optimizes = true
    }

    let asset: AVURLAsset
    let title: String
    /// The set that is downloaded first.
    public let primaryContentConfiguration = AVAssetDownloadContentConfiguration()
    private let values = Mutex(Values())

    /// A configuration that downloads the default variant and its default renditions.
    public init(asset: AVURLAsset, title: String) {
        self.asset = asset
        self.title = title
    }

    /// An image to display for the download, PNG or JPEG.
    public var artworkData: Data? {
        get { values.withLock { $0.artwork } }
        set { values.withLock { $0.artwork = newValue } }
    }

    /// Additional sets, usually other audio or subtitles for the same video.
    public var auxiliaryContentConfigurations: [AVAssetDownloadContentConfiguration] {
        get { values.withLock { $0.auxiliary } }
        set { values.withLock { $0.auxiliary = newValue } }
    }

    /// Whether the auxiliary sets share the primary video, so that only one video is downloaded; true by default.
    public var optimizesAuxiliaryContentConfigurations: Bool {
        get { values.withLock { $0.optimizes } }
        set { values.withLock { $0.optimizes = newValue } }
    }

    /// The request with the values of now.
    var request: ConfiguredDownload {
        ConfiguredDownload(
            asset: asset, title: title, artwork: artworkData, primary: primaryContentConfiguration.content,
            auxiliary: auxiliaryContentConfigurations.map(\.content),
            optimizesAuxiliary: optimizesAuxiliaryContentConfigurations)
    }
}
