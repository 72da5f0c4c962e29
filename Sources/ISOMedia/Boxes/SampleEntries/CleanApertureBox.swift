package import Media

/// The visible part of video (ISO/IEC 14496-12 12.1.4).
package struct CleanApertureBox: Box {
    package static let type: FourCC = "clap"

    /// Numerators and denominators of width, height, and horizontal and vertical offset.
    package var numbers = [UInt32](repeating: 0, count: 8)

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.fields(&numbers, count: 8)
    }

    package var fields: [BoxTree.Field] {
        [.init("width", "\(numbers[0])/\(numbers[1])"), .init("height", "\(numbers[2])/\(numbers[3])")]
    }
}
