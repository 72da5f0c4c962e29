import AssetDownloading
import Foundation

/// The state of a task in the folder of its download, which lets a session in another process continue the task.
struct TaskRecord: Codable, Hashable, Sendable {
    let number: Int
    let url: URL
    /// Header fields such as cookies; removed when the task has ended.
    var headerFields: [String]
    let title: String
    var contents: [StoredContentConfiguration]
    let optimizesAuxiliary: Bool
    var taskDescription: String?
    var isSuspended = false
    /// Whether the task completed, failed or was cancelled. Its record is kept for a new task with the same folder.
    var isEnded = false

    private static let name = "\(OfflineFolder.stateFolder)/task.json"
    /// The maximum size of a record to read, in bytes.
    private static let sizeLimit = 16 << 20

    init(number: Int, url: URL, headerFields: [String], request: ConfiguredDownload) {
        self.number = number
        self.url = url
        self.headerFields = headerFields
        title = request.title
        contents = ([request.primary] + request.auxiliary).map(StoredContentConfiguration.init)
        optimizesAuxiliary = request.optimizesAuxiliary
    }

    /// Reads the record in the folder of a download; nil if it is missing or damaged.
    init?(in folder: URL) {
        guard let folder = try? OfflineFolder(existing: folder.path(percentEncoded: false)),
            let bytes = try? folder.read(Self.name, limit: Self.sizeLimit),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), !record.contents.isEmpty
        else { return nil }
        self = record
    }

    /// Writes the record atomically, readable by its owner only.
    func store(in folder: URL) throws {
        let bytes = Array(try JSONEncoder().encode(self))
        guard bytes.count <= Self.sizeLimit else {
            throw AVError(
                .operationNotAllowed,
                "the configuration of '\(title)' has \(bytes.count) bytes; the limit is \(Self.sizeLimit)")
        }
        try OfflineFolder(path: folder.path(percentEncoded: false)).publish(Self.name, bytes, isPrivate: true)
    }

    /// The request of the task; nil if its variants were selected by a closure of the program and not yet chosen.
    var request: ConfiguredDownload? {
        guard contents.allSatisfy(\.isRestorable), let primary = contents.first else { return nil }
        var fields: [String: String] = [:]
        for field in headerFields {
            guard let colon = field.firstIndex(of: ":") else { continue }
            fields[String(field[..<colon])] = field[field.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let options = fields.isEmpty ? nil : [AVURLAssetHTTPHeaderFieldsKey: fields]
        return ConfiguredDownload(
            asset: AVURLAsset(url: url, options: options), title: title, primary: primary.content,
            auxiliary: contents.dropFirst().map(\.content), optimizesAuxiliary: optimizesAuxiliary)
    }
}
