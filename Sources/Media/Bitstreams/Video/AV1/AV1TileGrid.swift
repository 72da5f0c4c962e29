/// The tiles of an AV1 frame (AV1 specification 5.9.15).
struct AV1TileGrid: Sendable, Hashable {
    /// TileCols and TileRows.
    private(set) var columns = 1
    private(set) var rows = 1
    /// The bits of a tile number.
    private(set) var numberBits = 0
    /// The bytes of a tile size.
    private(set) var sizeBytes = 4

    init() {}

    /// Reads tile_info of a frame, with superblocks of 64 or 128 pixels.
    init(_ reader: inout BitReader, width: Int, height: Int, blockSize: Int) throws(BitstreamError) {
        // The frame has whole blocks of 8 pixels.
        let blocks = (
            x: ((width + 7) / 8 * 8 + blockSize - 1) / blockSize, y: ((height + 7) / 8 * 8 + blockSize - 1) / blockSize
        )
        let maximumWidth = 4096 / blockSize
        let maximumArea = 4096 * 2304 / (blockSize * blockSize)
        let minimumColumnBits = Self.bits(maximumWidth, blocks.x)
        let minimumBits = max(minimumColumnBits, Self.bits(maximumArea, blocks.x * blocks.y))
        var (columnBits, rowBits) = (0, 0)
        if try reader.flag() {
            let limit = Self.bits(1, min(blocks.x, 64))
            columnBits = minimumColumnBits
            while columnBits < limit, try reader.flag() { columnBits += 1 }
            columns = Self.count(blocks.x, bits: columnBits)
            let rowLimit = Self.bits(1, min(blocks.y, 64))
            rowBits = max(minimumBits - columnBits, 0)
            while rowBits < rowLimit, try reader.flag() { rowBits += 1 }
            rows = Self.count(blocks.y, bits: rowBits)
        } else {
            let (count, widest) = try Self.readSizes(&reader, blocks.x, limit: maximumWidth)
            (columns, columnBits) = (count, Self.bits(1, count))
            let area = blocks.x * blocks.y >> (minimumBits > 0 ? minimumBits + 1 : 0)
            (rows, _) = try Self.readSizes(&reader, blocks.y, limit: max(area / widest, 1))
            rowBits = Self.bits(1, rows)
        }
        numberBits = columnBits + rowBits
        if numberBits > 0 {
            try reader.skip(numberBits)
            sizeBytes = 1 + (try reader.number(2))
        }
    }

    /// tile_log2: the smallest shift, in bits, that makes `unit` reach `target`.
    private static func bits(_ unit: Int, _ target: Int) -> Int {
        var bits = 0
        while unit << bits < target { bits += 1 }
        return bits
    }

    private static func count(_ blocks: Int, bits: Int) -> Int {
        let size = (blocks + 1 << bits - 1) >> bits
        return (blocks + size - 1) / size
    }

    /// Returns the number of sizes and the largest one.
    private static func readSizes(
        _ reader: inout BitReader, _ blocks: Int, limit: Int
    ) throws(BitstreamError) -> (count: Int, largest: Int) {
        var (start, count, largest) = (0, 0, 1)
        while start < blocks {
            let size = 1 + (try reader.nonSymmetric(min(blocks - start, limit)))
            (start, count, largest) = (start + size, count + 1, max(largest, size))
            guard count <= 64 else { throw .invalid("more than 64 rows or columns of tiles") }
        }
        return (count, largest)
    }
}

extension BitReader {
    /// Reads a number below `count`, ns(n) of the AV1 specification 4.10.7.
    mutating func nonSymmetric(_ count: Int) throws(BitstreamError) -> Int {
        let bits = Int.bitWidth - count.leadingZeroBitCount
        let shorter = (1 << bits) - count
        let value = try number(bits - 1)
        if value < shorter { return value }
        return value << 1 - shorter + (try number(1))
    }
}
