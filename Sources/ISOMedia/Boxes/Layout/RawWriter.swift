import Media

/// Writes big-endian fields into memory of a predetermined size.
struct RawWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var offset = 0

    /// Writes into `buffer`, which must outlive the writer.
    init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    @inline(__always) mutating func write<Value: FixedWidthInteger>(_ value: Value) {
        let size = MemoryLayout<Value>.size
        precondition(offset &+ size <= buffer.count, "a field lies inside the planned size")
        buffer.baseAddress!.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
        offset &+= size
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

    /// Writes a box without children.
    mutating func write<Content: Box>(_ box: Content) {
        self.box(size: box.boxSize, Content.type)
        var content = box
        content.layout(&self)
    }

    /// Writes the header of `mdat`, with a 64-bit size if 32 bits are not sufficient.
    mutating func mediaHeader(_ mediaSize: Int) {
        let isLarge = mediaSize > Int(UInt32.max) - 8
        box(size: isLarge ? 1 : mediaSize + 8, .mdat)
        if isLarge { write(UInt64(mediaSize + 16)) }
    }
}

extension RawWriter: BoxVisitor {
    @inline(__always) mutating func field<Value: FixedWidthInteger>(_ value: inout Value) { write(value) }
    mutating func reserved(_ count: Int) { for _ in 0..<count { write(UInt8(0)) } }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count _: Int?, form: Entry.Form) {
        table.forEachEntry { $0.layout(&self, form) }
    }

    mutating func bytes(_ bytes: inout [UInt8], count: Int?) {
        guard let count else { return write(bytes) }
        write(Array(bytes.prefix(count)))
        reserved(max(0, count - bytes.count))
    }

    mutating func text(_ text: inout String) {
        write(text.utf8.filter { $0 != 0 })
        write(UInt8(0))
    }

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) { if let value { write(value) } }
}
