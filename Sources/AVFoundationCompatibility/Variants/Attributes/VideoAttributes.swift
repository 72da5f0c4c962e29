import AssetDownloading
public import Foundation

extension AVAssetVariant {
    /// The video of a variant.
    public final class VideoAttributes: NSObject, Sendable {
        /// The dynamic range; `sdr` if it is not declared.
        public let videoRange: AVVideoRange
        /// The codes of the video codecs, without supplemental codecs.
        public let codecTypes: [CMVideoCodecType]
        /// The display size in square pixels; zero if it is not declared.
        public let presentationSize: CGSize
        /// The maximum frame rate in frames per second; nil if it is not declared.
        public let nominalFrameRate: Double?
        /// The required layouts; empty for two-dimensional video.
        public let videoLayoutAttributes: [LayoutAttributes]

        init(_ attributes: AssetVariant.VideoAttributes) {
            videoRange = AVVideoRange(rawValue: attributes.videoRange.rawValue)
            codecTypes = attributes.codecTypes.map(\.rawValue)
            presentationSize =
                attributes.presentationSize.map { CGSize(width: $0.width, height: $0.height) } ?? .zero
            nominalFrameRate = attributes.nominalFrameRate
            videoLayoutAttributes = attributes.videoLayouts.map(LayoutAttributes.init)
        }
    }
}
