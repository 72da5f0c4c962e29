public import Foundation

/// What is to be downloaded of a presentation: one set of video, audio and subtitles, and perhaps more beside it.
public struct AssetDownloadConfiguration: Sendable {
    /// The presentation: the address of its playlist.
    public var asset: URLAsset
    /// A name for people.
    public var title: String
    /// A picture for people, PNG or JPEG.
    public var artworkData: Data?
    /// The set that is downloaded first of all.
    public var primaryContentConfiguration = AssetDownloadContentConfiguration()
    /// More sets; usually other sound or subtitles for the same video.
    public var auxiliaryContentConfigurations: [AssetDownloadContentConfiguration] = []
    /// Whether the auxiliary sets use the primary one's video, so that no second video is downloaded.
    public var optimizesAuxiliaryContentConfigurations = true
    /// How much of a live playlist is recorded, in seconds; nil refuses live playlists. Events are downloaded to their end.
    public var recordingDuration: Double?
    /// Whether AES-128 keys are kept beside the media. A key whose answer says `no-store` is never kept, and keys of
    /// other formats belong to a licence server. Where no key is kept, the local playlist names the one on the server.
    public var keepsKeys = true

    public init(asset: URLAsset, title: String) {
        self.asset = asset
        self.title = title
    }
}

/// Which variant, and which renditions beside it.
public struct AssetDownloadContentConfiguration: Sendable {
    /// Preferences, tried in order; where none is met, the default variant is taken.
    public var variantQualifiers: [AssetVariantQualifier] = []
    /// The renditions; empty takes the default ones.
    public var mediaSelections: [MediaSelection] = []

    public init() {}
}
