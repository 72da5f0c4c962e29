package import Media

/// The decode time of a track's first sample in a fragment (ISO/IEC 14496-12 8.8.12).
package struct TrackFragmentDecodeTimeBox: Box {
    package static let type: FourCC = "tfdt"

    package var header = FullBoxHeader(version: 1)
    /// In ticks of the track.
    package var time: UInt64 = 0

    package init() {}
    init(time: UInt64) { self.time = time }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&time, isLong: header.version == 1)
    }

    package var fields: [BoxTree.Field] { [.init("time", time), .version(header)] }
}
