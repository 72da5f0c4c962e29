import Media

/// Writes big-endian fields into memory of a predetermined size.
struct RawWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var offset = 0

    /// Writes into `buffer`, which must outlive the writer.
    init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    @inline(__always) mutating func write(_ value: UInt32) {
        precondition(offset &+ 4 <= buffer.count, "a field lies inside the planned size")
        buffer.baseAddress!.storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt32.self)
        offset &+= 4
    }

    mutating func write(_ value: UInt64) {
        write(UInt32(truncatingIfNeeded: value >> 32))
        write(UInt32(truncatingIfNeeded: value))
    }

    mutating func write(_ bytes: [UInt8]) {
        precondition(bytes.count <= buffer.count - offset, "bytes lie inside the planned size")
        UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyBytes(from: bytes)
        offset += bytes.count
    }

    /// Writes the size and the type of a box.
    mutating func box(size: Int, _ type: FourCC) {
        write(UInt32(truncatingIfNeeded: size))
        write(type.rawValue)
    }

    /// Writes the header of `mdat`, with a 64-bit size if 32 bits are not sufficient.
    mutating func mediaHeader(_ mediaSize: Int) {
        let isLarge = mediaSize > Int(UInt32.max) - 8
        box(size: isLarge ? 1 : mediaSize + 8, "mdat")
        if isLarge { write(UInt64(mediaSize + 16)) }
    }
}
