package import Media

/// The properties of a video track that distinguish sizes of one picture from different pictures.
package struct TrackPicture: Sendable, Hashable {
    /// The display size in pixels.
    package var size: PixelSize
    package var codec: String
    /// The alternate group of MP4; 0 for none.
    package var group = 0

    package init(size: PixelSize, codec: String) { (self.size, self.codec) = (size, codec) }

    /// The largest relative difference of the aspect ratios of one picture in two sizes.
    private static let tolerance = 0.03

    /// Whether players may switch between the tracks: both show the same picture, by all that a container declares.
    func isAlternative(to other: TrackPicture) -> Bool {
        if group != 0, group == other.group { return true }
        let ratio = Double(size.width * other.size.height) / Double(max(1, size.height * other.size.width))
        guard abs(ratio - 1) <= Self.tolerance else { return false }
        return size != other.size || codec != other.codec
    }
}
