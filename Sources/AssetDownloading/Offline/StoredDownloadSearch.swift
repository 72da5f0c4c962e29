import Foundation

/// Finds downloads in a folder and its subfolders.
enum StoredDownloadSearch {
    private static let maximumDepth = 8

    static func run(in path: String) throws(AssetDownloadError) -> [StoredAssetDownload] {
        var found: [StoredAssetDownload] = []
        let folder = try OfflineFolder(existing: path)
        search(folder, names: try folder.subfolders(), level: 0, &found)
        return found
    }

    private static func search(
        _ folder: OfflineFolder, names: [String], level: Int, _ found: inout [StoredAssetDownload]
    ) {
        // Downloads are not nested.
        if let download = StoredAssetDownload(in: folder) { return found.append(download) }
        guard level < maximumDepth else { return }
        for name in names {
            let path = folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)"
            guard let below = try? OfflineFolder(existing: path), let names = try? below.subfolders() else { continue }
            search(below, names: names, level: level + 1, &found)
        }
    }
}
