import AssetDownloading
public import Foundation

extension AVAssetVariant.VideoAttributes {
    /// The layout of video with depth or a projection.
    public final class LayoutAttributes: NSObject, Sendable {
        /// The eyes that have a view; empty for video with one view.
        public let stereoViewComponents: CMStereoViewComponents
        /// The projection; rectangular if it is not declared.
        public let projectionType: CMProjectionType

        init(_ layout: VideoLayout) {
            stereoViewComponents = layout.isStereo ? [.leftEye, .rightEye] : []
            let projections: [VideoLayout.Specifier: CMProjectionType] = [
                .equirectangular: .equirectangular, .halfEquirectangular: .halfEquirectangular,
                .parametric: .parametricImmersive, .immersive: .appleImmersiveVideo,
            ]
            projectionType = layout.specifiers.lazy.compactMap { projections[$0] }.first ?? .rectangular
        }
    }
}
