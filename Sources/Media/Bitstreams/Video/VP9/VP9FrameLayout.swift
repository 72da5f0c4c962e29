/// The uncompressed header of a VP9 frame, read for its length (VP9 specification 6.2). Frames must be read in decode
/// order: a frame may adopt the size of an earlier one.
package struct VP9FrameLayout: Sendable, Hashable {
    /// The bytes of the uncompressed header of the last frame that was read.
    package private(set) var headerSize = 0
    private var widths = [Int](repeating: 0, count: 8)
    private var heights = [Int](repeating: 0, count: 8)

    package init() {}

    /// Reads the header of a frame. Throws for invalid and truncated ones.
    package mutating func read(_ frame: UnsafeRawBufferPointer) throws(BitstreamError) {
        var reader = BitReader(Array(frame.prefix(512)))
        guard try reader.bits(2) == 2 else { throw .invalid("a VP9 frame starts with the bits 10") }
        let (low, high) = (try reader.number(1), try reader.number(1))
        let profile = high << 1 | low
        if profile == 3 { try reader.skip(1) }
        if try reader.flag() {
            // The frame only shows another one.
            headerSize = frame.count
            return
        }
        let isKeyFrame = try !reader.flag()
        let isShown = try reader.flag()
        let isResilient = try reader.flag()
        var (refreshed, width, height) = (0xff, 0, 0)
        if isKeyFrame {
            try Self.readSyncCode(&reader)
            let sequence = try VP9FrameHeader.sequence(&reader, profile: UInt8(profile))
            (width, height) = (sequence.size.width, sequence.size.height)
            try Self.skipRenderSize(&reader)
        } else {
            let isIntra = isShown ? false : try reader.flag()
            if !isResilient { try reader.skip(2) }
            if isIntra {
                try Self.readSyncCode(&reader)
                if profile > 0 { try VP9FrameHeader.skipColour(&reader, profile: UInt8(profile)) }
                refreshed = try reader.number(8)
                (width, height) = try Self.readSize(&reader)
                try Self.skipRenderSize(&reader)
            } else {
                refreshed = try reader.number(8)
                (width, height) = try readReferences(&reader)
            }
        }
        if !isResilient { try reader.skip(2) }
        try reader.skip(2)
        try Self.skipLoopFilter(&reader)
        try Self.skipQuantization(&reader)
        try Self.skipSegmentation(&reader)
        try Self.skipTiles(&reader, width: width)
        try reader.skip(16)
        headerSize = (reader.position + 7) / 8
        for slot in 0..<8 where refreshed >> slot & 1 == 1 { (widths[slot], heights[slot]) = (width, height) }
    }

    private static func readSyncCode(_ reader: inout BitReader) throws(BitstreamError) {
        guard try reader.bits(24) == 0x49_8342 else { throw .invalid("a VP9 key frame has the sync code 498342") }
    }

    private static func readSize(_ reader: inout BitReader) throws(BitstreamError) -> (Int, Int) {
        (1 + (try reader.number(16)), 1 + (try reader.number(16)))
    }

    private static func skipRenderSize(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { try reader.skip(32) }
    }

    /// Returns the size of the frame.
    private func readReferences(_ reader: inout BitReader) throws(BitstreamError) -> (Int, Int) {
        var slots: [Int] = []
        for _ in 0..<3 {
            slots.append(try reader.number(3))
            try reader.skip(1)
        }
        var size: (Int, Int)?
        for slot in slots where size == nil {
            if try reader.flag() { size = (widths[slot], heights[slot]) }
        }
        let result = if let size { size } else { try Self.readSize(&reader) }
        guard result.0 > 0 else { throw .invalid("a VP9 frame refers to a frame that is missing") }
        try Self.skipRenderSize(&reader)
        try reader.skip(1)
        // The interpolation filter, unless it is chosen per block.
        if try !reader.flag() { try reader.skip(2) }
        return result
    }

    private static func skipLoopFilter(_ reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(9)
        guard try reader.flag(), try reader.flag() else { return }
        for _ in 0..<6 { if try reader.flag() { try reader.skip(7) } }
    }

    private static func skipQuantization(_ reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(8)
        for _ in 0..<3 { if try reader.flag() { try reader.skip(5) } }
    }

    private static func skipSegmentation(_ reader: inout BitReader) throws(BitstreamError) {
        guard try reader.flag() else { return }
        if try reader.flag() {
            for _ in 0..<7 { if try reader.flag() { try reader.skip(8) } }
            if try reader.flag() { for _ in 0..<3 { if try reader.flag() { try reader.skip(8) } } }
        }
        guard try reader.flag() else { return }
        try reader.skip(1)
        // The bits of each feature and of its sign.
        for _ in 0..<8 { for bits in [9, 7, 2, 0] { if try reader.flag() { try reader.skip(bits) } } }
    }

    private static func skipTiles(_ reader: inout BitReader, width: Int) throws(BitstreamError) {
        let columns = ((width + 7) / 8 + 7) / 8
        var (minimum, maximum) = (0, 1)
        while 64 << minimum < columns { minimum += 1 }
        while columns >> maximum >= 4 { maximum += 1 }
        maximum -= 1
        while minimum < maximum, try reader.flag() { minimum += 1 }
        if try reader.flag() { try reader.skip(1) }
    }
}
