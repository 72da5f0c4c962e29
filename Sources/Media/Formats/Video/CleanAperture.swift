/// The visible part of a decoded frame: the content of a `clap` box (ISO/IEC 14496-12 12.1.4).
public struct CleanAperture: Sendable, Hashable, Codable {
    /// 32 bytes: width, height, horizontal and vertical offset, each a numerator and a denominator of 32 bits.
    public let bytes: [UInt8]

    /// The encoded 32 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The rows and columns outside of the visible part of frames of a size; nil if there are none, or if it is invalid.
    package func margins(of frame: PixelSize) -> (left: Int, right: Int, top: Int, bottom: Int)? {
        guard let size, size.width <= frame.width, size.height <= frame.height else { return nil }
        func number(_ offset: Int) -> Int {
            Int(Int32(truncatingIfNeeded: bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
        }
        // The offsets of the centres are fractions.
        func before(_ excess: Int, _ offset: Int) -> Int? {
            let (numerator, denominator) = (number(offset), number(offset + 4))
            guard denominator > 0, abs(numerator) <= 1 << 20 else { return nil }
            let doubled = excess + 2 * numerator / denominator
            return (0...2 * excess).contains(doubled) ? doubled / 2 : nil
        }
        let (width, height) = (frame.width - size.width, frame.height - size.height)
        guard width + height > 0, let left = before(width, 16), let top = before(height, 24) else { return nil }
        return (left, width - left, top, height - top)
    }

    /// The size of the visible part, rounded to pixels; nil if it is invalid.
    package var size: PixelSize? {
        func number(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        func pixels(_ offset: Int) -> Int? {
            let (numerator, denominator) = (number(offset), number(offset + 4))
            guard denominator > 0, numerator >= denominator, numerator / denominator <= 65_535 else { return nil }
            return Int((UInt64(numerator) + UInt64(denominator) / 2) / UInt64(denominator))
        }
        guard let width = pixels(0), let height = pixels(8) else { return nil }
        return PixelSize(width: width, height: height)
    }
}
