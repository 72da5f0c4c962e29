/// How far a download is.
public struct AssetDownloadProgress: Sendable, Hashable, Codable {
    /// From 0 to 1; never goes back.
    public var fractionCompleted: Double
    /// Bytes that are in the folder.
    public var completedBytes: Int
    /// About how many there will be; playlists tell it roughly, and what has come tells it better.
    public var expectedBytes: Int
    /// Bytes that came over the network in this run.
    public var fetchedBytes: Int
    public var completedFiles: Int
    /// How many files or ranges are known to be wanted.
    public var plannedFiles: Int
    /// nil until it was measured.
    public var bytesPerSecond: Double?
    /// Seconds until the end; nil while that is not known.
    public var secondsLeft: Double?

    /// How far a download is that has not begun.
    public static let none = AssetDownloadProgress(
        fractionCompleted: 0, completedBytes: 0, expectedBytes: 0, fetchedBytes: 0, completedFiles: 0, plannedFiles: 0,
        bytesPerSecond: nil, secondsLeft: nil)
}
