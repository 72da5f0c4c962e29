/// The tiles of AV1 samples. Samples must be read in decode order: headers refer to earlier frames.
package struct AV1TileLayout: Sendable {
    private var sequence: AV1SequenceHeader?
    private var references = [AV1ReferenceFrame?](repeating: nil, count: 8)
    private var tiles = AV1TileGrid()
    /// The state of the frame whose tiles follow, and the slots that it refreshes.
    private var pending: (state: AV1ReferenceFrame, refreshed: Int)?

    package init() {}

    /// Reads a sequence header OBU of the codec configuration.
    package mutating func read(configuration units: [UInt8]) {
        units.withUnsafeBytes { buffer in _ = try? read(buffer) }
    }

    /// Returns the ranges of the coded data of the tiles in a sample. Throws for invalid headers, and if a header of the
    /// frames that it refers to is missing.
    package mutating func read(_ sample: UnsafeRawBufferPointer) throws(BitstreamError) -> [Range<Int>] {
        var (ranges, end) = ([Range<Int>](), 0)
        for unit in AV1UnitSequence(sample) {
            try read(unit, sample, &ranges)
            end = unit.range.upperBound
        }
        guard end == sample.count else { throw .invalid("an open bitstream unit exceeds the sample") }
        return ranges
    }

    private mutating func read(
        _ unit: AV1UnitSequence.Unit, _ buffer: UnsafeRawBufferPointer, _ ranges: inout [Range<Int>]
    ) throws(BitstreamError) {
        switch unit.type {
        case 1: sequence = try AV1SequenceHeader(payload: Array(buffer[unit.payload]))
        case 3, 6:
            // A frame header that is repeated before all tiles have been coded.
            guard unit.type == 6 || pending == nil else { return }
            guard let sequence else { throw .invalid("a frame without a sequence header") }
            let header = buffer[unit.range.lowerBound]
            let layers = header & 4 != 0 ? buffer[unit.range.lowerBound + 1] : 0
            var reader = BitReader(Array(buffer[unit.payload].prefix(1024)))
            let frame = try AV1FrameHeader(
                &reader, sequence, references, layer: (Int(layers >> 5), Int(layers >> 3 & 3)))
            guard frame.shownSlot == nil else { return refresh(frame.state, frame.refreshed) }
            (tiles, pending) = (frame.tiles, (frame.state, frame.refreshed))
            if unit.type == 6 {
                let start = unit.payload.lowerBound + (reader.position + 7) / 8
                guard start <= unit.payload.upperBound else { throw .endsTooEarly }
                try readTiles(buffer, start..<unit.payload.upperBound, &ranges)
            }
        case 4: try readTiles(buffer, unit.payload, &ranges)
        default: break
        }
    }

    private mutating func refresh(_ state: AV1ReferenceFrame, _ refreshed: Int) {
        for slot in 0..<8 where refreshed >> slot & 1 == 1 { references[slot] = state }
    }

    /// tile_group_obu (AV1 specification 5.11.1).
    private mutating func readTiles(
        _ buffer: UnsafeRawBufferPointer, _ payload: Range<Int>, _ ranges: inout [Range<Int>]
    ) throws(BitstreamError) {
        guard let frame = pending else { throw .invalid("tiles without a frame header") }
        let count = tiles.columns * tiles.rows
        var reader = BitReader(Array(buffer[payload].prefix(8)))
        var (first, last) = (0, count - 1)
        if count > 1, try reader.flag() {
            (first, last) = (try reader.number(tiles.numberBits), try reader.number(tiles.numberBits))
        }
        guard first <= last, last < count else { throw .invalid("a group of tiles \(first) to \(last) of \(count)") }
        var offset = payload.lowerBound + (reader.position + 7) / 8
        for tile in first...last {
            var size = payload.upperBound - offset
            if tile < last {
                guard size >= tiles.sizeBytes else { throw .endsTooEarly }
                let bytes = buffer[offset..<offset + tiles.sizeBytes]
                let coded = 1 + bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
                offset += tiles.sizeBytes
                guard coded <= size - tiles.sizeBytes else { throw .endsTooEarly }
                size = coded
            }
            ranges.append(offset..<offset + size)
            offset += size
        }
        if last == count - 1 {
            refresh(frame.state, frame.refreshed)
            pending = nil
        }
    }
}
