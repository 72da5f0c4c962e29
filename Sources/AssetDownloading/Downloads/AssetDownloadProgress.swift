/// The progress of a download.
public struct AssetDownloadProgress: Sendable, Hashable, Codable {
    /// The completed fraction from 0 to 1; never decreases.
    public var fractionCompleted: Double
    /// Bytes in the folder.
    public var completedBytes: Int
    /// The estimated total size in bytes, initially from the playlists, then from received files.
    public var expectedBytes: Int
    /// Bytes received during this run.
    public var fetchedBytes: Int
    public var completedFiles: Int
    /// The number of files or ranges known so far.
    public var plannedFiles: Int
    /// The download rate; nil until measured.
    public var bytesPerSecond: Double?
    /// The estimated remaining time in seconds; nil if unknown.
    public var secondsLeft: Double?

    /// The progress before the start.
    public static let none = AssetDownloadProgress(
        fractionCompleted: 0, completedBytes: 0, expectedBytes: 0, fetchedBytes: 0, completedFiles: 0, plannedFiles: 0,
        bytesPerSecond: nil, secondsLeft: nil)
}
