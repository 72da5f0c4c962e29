public import Foundation

/// A download in its folder, complete or incomplete.
public struct StoredAssetDownload: Sendable, Hashable, Codable {
    /// The state of a download in a folder.
    public enum State: String, Sendable, Hashable, Codable {
        /// A process is downloading into the folder.
        case running
        /// The folder can be played.
        case complete
        /// Media are missing; downloading again fetches them.
        case incomplete
        /// The journal is missing or unreadable; downloading again verifies or fetches all files.
        case damaged
    }

    /// The display name; nil if none is stored.
    public let title: String?
    /// The path of the folder.
    public let folder: String
    /// The path of the playlist to play, relative to the folder; nil if it does not exist.
    public let index: String?
    /// The path of the display image, relative to the folder; nil without one.
    public let artwork: String?
    /// The size of the media in the folder, in bytes.
    public let bytes: Int
    public let state: State

    /// Returns the downloads in a folder: in the folder itself and in its subfolders, at most eight levels deep, sorted
    /// by path.
    ///
    /// Symbolic links are not followed, and unreadable subfolders are skipped. Throws if the folder itself cannot be
    /// read.
    public static func all(in folder: URL) throws(AssetDownloadError) -> [StoredAssetDownload] {
        try StoredDownloadSearch.run(in: folder.path(percentEncoded: false))
    }

    /// Returns the title stored in a folder; nil without one.
    package static func title(in folder: String) -> String? {
        (try? OfflineFolder(existing: folder)).flatMap { DownloadRecord(in: $0)?.title }
    }

    /// Reads the download in a folder; nil if there is none.
    init?(in folder: OfflineFolder) {
        guard folder.contains(OfflineFolder.stateFolder) else { return nil }
        self.folder = folder.path
        let record = DownloadRecord(in: folder)
        title = record?.title
        artwork = record?.artwork.flatMap { folder.contains($0) ? $0 : nil }
        let index = folder.contains(DownloadPlan.index) ? DownloadPlan.index : nil
        self.index = index
        let journal = DownloadStore.journal(in: folder)
        let isComplete = journal.map { $0.entries.values.allSatisfy { $0.isFinished && folder.containsBytes(of: $0) } }
        bytes = journal?.byteCount ?? folder.mediaByteCount
        state =
            DownloadStore.isInUse(folder)
            ? .running : journal == nil ? .damaged : index != nil && isComplete == true ? .complete : .incomplete
    }
}
