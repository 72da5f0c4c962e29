import AssetDownloading
import Foundation

/// The values of a download configuration at the creation of a task.
struct ConfiguredDownload: Sendable {
    var asset: AVURLAsset
    var title: String
    var artwork: Data?
    var primary: DownloadContent
    var auxiliary: [DownloadContent] = []
    var optimizesAuxiliary = true

    /// The configuration for the download.
    ///
    /// Throws `AVError` if the asset cannot be downloaded or a qualifier has an error.
    var configuration: AssetDownloadConfiguration {
        get throws {
            let message = ([primary] + auxiliary).lazy.flatMap(\.qualifiers).compactMap(\.error).first
            if let message { throw AVError(.operationNotAllowed, message) }
            var configuration = AssetDownloadConfiguration(asset: try asset.downloadableAsset, title: title)
            configuration.artworkData = artwork
            configuration.primaryContentConfiguration = primary.configuration
            configuration.auxiliaryContentConfigurations = auxiliary.map(\.configuration)
            configuration.optimizesAuxiliaryContentConfigurations = optimizesAuxiliary
            return configuration
        }
    }
}
