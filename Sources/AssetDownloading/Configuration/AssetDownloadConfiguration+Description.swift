import Foundation

extension AssetDownloadConfiguration {
    /// The name of the artwork file; nil without artwork.
    private var artworkName: String? {
        artworkData.map { $0.starts(with: [0x89, 0x50, 0x4e, 0x47]) ? "artwork.png" : "artwork.jpg" }
    }

    /// Stores the title and the artwork before fetching, so that an unfinished download has them.
    package func storeDescription(in folder: OfflineFolder) throws(AssetDownloadError) {
        if let artworkData, let artworkName { try folder.publish(artworkName, Array(artworkData)) }
        let artwork = artworkName ?? DownloadRecord(in: folder)?.artwork
        try DownloadRecord(title: title, artwork: artwork).publish(in: folder)
    }
}
