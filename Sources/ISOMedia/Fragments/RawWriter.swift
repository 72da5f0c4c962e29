import Media

/// Writes big-endian fields into memory of a size planned beforehand.
struct RawWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var offset = 0

    /// Writes into `buffer`, which has to outlive the writer.
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

    /// A box's size and type.
    mutating func box(size: Int, _ type: FourCC) {
        write(UInt32(truncatingIfNeeded: size))
        write(type.rawValue)
    }

    /// The header of `mdat`, with a size of 64 bits where 32 are not enough.
    mutating func mediaHeader(_ mediaSize: Int) {
        let isLarge = mediaSize > Int(UInt32.max) - 8
        box(size: isLarge ? 1 : mediaSize + 8, "mdat")
        if isLarge { write(UInt64(mediaSize + 16)) }
    }
}
