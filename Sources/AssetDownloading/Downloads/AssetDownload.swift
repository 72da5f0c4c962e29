/// A completed download: a folder that plays offline.
public struct AssetDownload: Sendable, Hashable, Codable {
    public var title: String
    /// The path of the folder.
    public var folder: String
    /// The path of the playlist to play, relative to the folder.
    public var index: String
    /// The size of the media in the folder, in bytes.
    public var bytes: Int
    /// Bytes received during the last run.
    public var fetchedBytes: Int
    /// The number of media files or ranges.
    public var files: Int
    /// The number of keys that their servers forbid to store; the playlists reference them remotely.
    public var keysLeftOut: Int
    /// Warnings for the user: lower case, no full stop.
    public var warnings: [String]
}
