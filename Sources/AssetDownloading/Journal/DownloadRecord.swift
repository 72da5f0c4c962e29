import Foundation

/// A download's description for people, stored next to its journal.
package struct DownloadRecord: Sendable, Hashable, Codable {
    package var title: String
    /// The file of the artwork below the folder; nil without one.
    package var artwork: String?

    private static let name = "\(OfflineFolder.stateFolder)/description.json"
    /// The largest description that is read, in bytes.
    private static let sizeLimit = 1 << 20

    package init(title: String, artwork: String?) {
        self.title = title
        self.artwork = artwork
    }

    /// Reads the description of a folder; nil where it is missing or damaged.
    package init?(in folder: OfflineFolder) {
        guard let bytes = try? folder.read(Self.name, limit: Self.sizeLimit),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    /// Stores the description; it appears all at once.
    package func publish(in folder: OfflineFolder) throws(AssetDownloadError) {
        guard let data = try? JSONEncoder().encode(self) else {
            preconditionFailure("a title and a file name are JSON")
        }
        try folder.publish(Self.name, Array(data))
    }
}
