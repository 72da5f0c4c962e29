package import Media

/// The duration of a fragmented movie (ISO/IEC 14496-12 8.8.2).
package struct MovieExtendsHeaderBox: Box {
    package static let type: FourCC = "mehd"

    package var header = FullBoxHeader(version: 1)
    /// The total duration of all fragments, in ticks of the movie.
    package var duration: UInt64 = 0

    package init() {}
    init(duration: UInt64) { self.duration = duration }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&duration, isLong: header.version == 1)
    }

    package var fields: [BoxTree.Field] { [.init("duration", duration)] }
}
