import Media

/// An `sidx` box, ISO/IEC 14496-12 8.16.3.
package struct IndexMeasurement: Sendable, Hashable {
    package var offset: Int
    package var end: Int
    package var referenceID: UInt32
    package var timescale: UInt32
    package var earliestTime: UInt64
    package var firstOffset: UInt64
    package var referenceCount: Int
    /// The sum of the referenced sizes, in bytes.
    package var referencedSize: Int
    /// The sum of the referenced durations, in ticks.
    package var referencedDuration: UInt64

    init(_ box: BoxView, origin: Int) {
        let fields = SegmentIndexBox(readingPresentFieldsOf: box)
        offset = origin + box.offset
        end = origin + box.end
        referenceID = fields.referenceID
        timescale = fields.timescale
        earliestTime = fields.earliestTime
        firstOffset = fields.firstOffset
        referenceCount = fields.references.declaredCount
        referencedSize = fields.references.reduce(0) { $0 + $1.size }
        referencedDuration = fields.references.reduce(0) { $0 + UInt64($1.duration) }
    }
}
