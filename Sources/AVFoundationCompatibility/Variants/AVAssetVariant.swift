import AssetDownloading
public import Foundation

/// A variant of an HTTP Live Streaming asset, streamed or downloaded, as its multivariant playlist declares it.
public final class AVAssetVariant: NSObject, Sendable {
    let variant: AssetVariant
    /// Receives the condition of a predicate that is evaluated with this variant; nil for variants of playlists.
    let probe: VariantConditionProbe?

    /// The peak bit rate in bits per second; nil if it is not declared.
    public let peakBitRate: Double?
    /// The average bit rate in bits per second; nil if it is not declared.
    public let averageBitRate: Double?
    /// The video; nil without video.
    public let videoAttributes: VideoAttributes?
    /// The audio; nil without audio.
    public let audioAttributes: AudioAttributes?
    /// The URL of its media playlist.
    public let url: URL

    init(_ variant: AssetVariant, probe: VariantConditionProbe? = nil) {
        self.variant = variant
        self.probe = probe
        peakBitRate = variant.peakBitRate
        averageBitRate = variant.averageBitRate
        videoAttributes = variant.videoAttributes.map(VideoAttributes.init)
        audioAttributes = variant.audioAttributes.map(AudioAttributes.init)
        url = variant.url ?? URL(filePath: "/")
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetVariant)?.variant == variant }
    public override var hash: Int { variant.hashValue }
    public override var description: String { variant.declarationText }
}
