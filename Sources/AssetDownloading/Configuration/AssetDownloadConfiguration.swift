public import Foundation

/// The parts of a presentation to download: one set of video, audio and subtitles, and optional additional sets.
public struct AssetDownloadConfiguration: Sendable {
    /// The presentation, given by the URL of its playlist.
    public var asset: URLAsset
    /// A display name.
    public var title: String
    /// A display image, PNG or JPEG.
    public var artworkData: Data?
    /// The set that is downloaded first.
    public var primaryContentConfiguration = AssetDownloadContentConfiguration()
    /// Additional sets, usually other audio or subtitles for the same video.
    public var auxiliaryContentConfigurations: [AssetDownloadContentConfiguration] = []
    /// Whether the auxiliary sets share the primary video, so that only one video is downloaded.
    public var optimizesAuxiliaryContentConfigurations = true
    /// The duration to record from a live playlist, in seconds; nil rejects live playlists. Events are downloaded to
    /// their end.
    public var recordingDuration: Double?
    /// Whether AES-128 keys are stored next to the media. Keys served with `no-store`, and keys of other formats, which
    /// require a licence server, are never stored; the local playlist then references the remote key.
    public var keepsKeys = true

    public init(asset: URLAsset, title: String) {
        self.asset = asset
        self.title = title
    }
}
