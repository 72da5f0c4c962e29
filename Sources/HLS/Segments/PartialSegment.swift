package import Media

/// A part of a segment, published before the segment is complete (RFC 8216bis 4.4.4.9).
package struct PartialSegment: Sendable, Hashable {
    package var uri: String
    package var duration: MediaTime
    /// Whether it contains a sync sample at which playback can start.
    package var isIndependent: Bool
    package var byteRange: ByteRange?
    /// Whether the part is missing.
    package var isGap: Bool
    package var unknownAttributes: [UnknownAttribute] = []

    package init(
        uri: String, duration: MediaTime, isIndependent: Bool = false, byteRange: ByteRange? = nil,
        isGap: Bool = false
    ) {
        self.uri = uri
        self.duration = duration
        self.isIndependent = isIndependent
        self.byteRange = byteRange
        self.isGap = isGap
    }
}
