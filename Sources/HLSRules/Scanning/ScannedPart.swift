package import HLS
package import Media

/// An EXT-X-PART tag.
package struct ScannedPart: Sendable, Hashable {
    /// The index of its line.
    package var line: Int
    package var uri: String
    /// The duration; nil if DURATION is missing or invalid.
    package var duration: MediaTime?
    package var isIndependent: Bool
    package var isGap: Bool
    /// The byte range; nil if there is none or if its offset is unknown.
    package var byteRange: ByteRange?
}
