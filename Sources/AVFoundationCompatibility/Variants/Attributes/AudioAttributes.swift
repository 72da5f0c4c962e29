import AssetDownloading
public import Foundation

extension AVAssetVariant {
    /// The audio of a variant.
    public final class AudioAttributes: NSObject, Sendable {
        /// The possible codecs, such as `kAudioFormatAppleLossless`.
        public let formatIDs: [AudioFormatID]
        private let attributes: AssetVariant.AudioAttributes

        init(_ attributes: AssetVariant.AudioAttributes) {
            self.attributes = attributes
            formatIDs = attributes.formatIDs.map(\.rawValue)
        }

        /// Returns the attributes of one option's audio; nil if the variant does not offer the option.
        ///
        /// Without an option, returns the attributes of the default audio, or nil if the playlist does not declare
        /// audio renditions.
        public func renditionSpecificAttributes(
            for mediaSelectionOption: AVMediaSelectionOption?
        ) -> RenditionSpecificAttributes? {
            let found =
                mediaSelectionOption.map { attributes.renditionSpecificAttributes(for: $0.option) }
                ?? attributes.defaultRenditionSpecificAttributes
            return found.map(RenditionSpecificAttributes.init)
        }
    }
}
