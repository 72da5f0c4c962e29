import AssetDownloading
public import Foundation

extension AVAssetVariant.AudioAttributes {
    /// The attributes of one audio rendition.
    public final class RenditionSpecificAttributes: NSObject, Sendable {
        /// The number of channels; nil if it is not declared.
        public let channelCount: Int?
        /// Whether it is mixed for headphones.
        public let isBinaural: Bool
        /// Whether it is immersive audio.
        public let isImmersive: Bool
        /// Whether it is a downmix of audio with more channels.
        public let isDownmix: Bool

        init(_ attributes: AssetVariant.RenditionSpecificAttributes) {
            channelCount = attributes.channelCount
            isBinaural = attributes.isBinaural
            isImmersive = attributes.isImmersive
            isDownmix = attributes.isDownmix
        }
    }
}
