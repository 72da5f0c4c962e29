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
        let isLong = box.version != 0
        offset = origin + box.offset
        end = origin + box.end
        referenceID = box.u32(4)
        timescale = box.u32(8)
        earliestTime = isLong ? box.u64(12) : UInt64(box.u32(12))
        firstOffset = isLong ? box.u64(20) : UInt64(box.u32(16))
        let start = isLong ? 32 : 24
        referenceCount = Int(box.u16(start - 2))
        let present = min(referenceCount, max(0, box.contentSize - start) / 12)
        (referencedSize, referencedDuration) = (0, 0)
        for index in 0..<present {
            referencedSize += Int(box.u32(start + index * 12) & 0x7fff_ffff)
            referencedDuration += UInt64(box.u32(start + index * 12 + 4))
        }
    }
}
