/// The damaged places of a file.
package struct MatroskaDamage: Sendable, Hashable {
    /// The number of places at which reading continued with the next cluster.
    package var skipCount = 0
    /// The number of bytes that were skipped.
    package var skippedBytes = 0
    /// The number of blocks whose header or frame sizes are invalid, or that precede the time of their cluster.
    package var blockCount = 0
    /// Whether the file ends within an element.
    package var isTruncated = false
    /// The number of segments after the first one, whose clusters are read with the tracks of the first one.
    package var laterSegmentCount = 0

    package init() {}
}
