package import Media

/// The result of an analysis: the size of a chunk that is encoded with constant quality.
package struct ChunkComplexity: Sendable, Hashable, Codable {
    package var byteCount: Int
    package var duration: MediaTime

    package init(byteCount: Int, duration: MediaTime) { (self.byteCount, self.duration) = (byteCount, duration) }

    /// Whether values are in their ranges, so that arithmetic on them is safe.
    var isValid: Bool {
        byteCount >= 0 && byteCount < 1 << 40 && !duration.isIndefinite && duration >= .zero
            && duration < .seconds(1 << 30)
    }
}
