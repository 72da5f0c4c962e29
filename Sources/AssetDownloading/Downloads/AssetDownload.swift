/// A download that is done: a folder that plays without a network.
public struct AssetDownload: Sendable, Hashable, Codable {
    public var title: String
    /// The folder.
    public var folder: String
    /// The playlist to play, below the folder.
    public var index: String
    /// Bytes of media in the folder.
    public var bytes: Int
    /// Bytes that came over the network in the last run.
    public var fetchedBytes: Int
    /// Files or ranges of media.
    public var files: Int
    /// Keys that their servers forbid to keep; the playlists name them where they are.
    public var keysLeftOut: Int
    /// What the user should know: lower case, no full stop.
    public var warnings: [String]
}
