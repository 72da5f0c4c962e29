/// The properties of a segment (RFC 9559 5.1.2).
package struct SegmentInfo: MasterElement {
    package static let id: ElementID = 0x1549_a966
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x2ad7b1, "TimestampScale", \.timestampScale),
        .float(0x4489, "Duration", \.duration),
        .text(0x7ba9, "Title", \.title),
        .text(0x4d80, "MuxingApp", \.muxingApplication),
        .text(0x5741, "WritingApp", \.writingApplication),
    ]

    /// The number of nanoseconds in a tick of clusters and blocks.
    package var timestampScale: UInt64 = 1_000_000
    /// In ticks; nil for live streams.
    package var duration: Double?
    package var title: String?
    package var muxingApplication: String?
    package var writingApplication: String?

    package init() {}
}
