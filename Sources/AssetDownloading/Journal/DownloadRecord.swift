import Foundation

/// The display information of a download, stored next to its journal.
package struct DownloadRecord: Sendable, Hashable, Codable {
    package var title: String
    /// The path of the artwork relative to the folder; nil without artwork.
    package var artwork: String?

    static let name = "\(OfflineFolder.stateFolder)/description.json"
    /// The maximum size of a description to read, in bytes.
    private static let sizeLimit = 1 << 20

    package init(title: String, artwork: String?) {
        self.title = title
        self.artwork = artwork
    }

    /// Reads the description in a folder; nil if it is missing or damaged.
    package init?(in folder: OfflineFolder) {
        guard let bytes = try? folder.read(Self.name, limit: Self.sizeLimit),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    /// Writes the description atomically.
    package func publish(in folder: OfflineFolder) throws(AssetDownloadError) {
        guard let data = try? JSONEncoder().encode(self) else {
            preconditionFailure("strings can always be encoded as JSON")
        }
        try folder.publish(Self.name, Array(data))
    }
}
