package import Media

/// The time of a producer for a media time (ISO/IEC 14496-12 8.16.5).
package struct ProducerReferenceTimeBox: Box {
    package static let type: FourCC = "prft"

    package var header = FullBoxHeader()
    package var trackID: UInt32 = 0
    /// Seconds since 1900 as a 32.32 number.
    package var networkTime: UInt64 = 0
    /// In ticks of the track.
    package var mediaTime: UInt64 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&trackID)
        visitor.field(&networkTime)
        visitor.field(&mediaTime, isLong: header.version != 0)
    }

    package var fields: [BoxTree.Field] {
        [
            .flags(header), .init("track_ID", trackID), .init("ntp", "0x" + String(networkTime, radix: 16)),
            .init("media_time", mediaTime),
        ]
    }
}
