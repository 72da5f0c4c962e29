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
    mutating func write<Content: Box>(_ box: consuming Content) {
        let start = offset
        self.box(size: 0, Content.type)
        box.layout(&self)
        let size = UInt32(truncatingIfNeeded: offset - start)
        buffer.baseAddress!.storeBytes(of: size.bigEndian, toByteOffset: start, as: UInt32.self)
    }

    /// Writes the header of `mdat`, with a 64-bit size if 32 bits are not sufficient.
    mutating func mediaHeader(_ mediaSize: Int) {
        let isLarge = mediaSize > Int(UInt32.max) - 8
        box(size: isLarge ? 1 : mediaSize + 8, .mdat)
        if isLarge { write(UInt64(mediaSize + 16)) }
    }
}

extension RawWriter: BoxVisitor {
    @inline(__always) mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        write(value)
    }
    mutating func reserved(_ count: Int) { for _ in 0..<count { write(UInt8(0)) } }

    mutating func table<Entry>(_ table: inout EntryTable<Entry>, count _: Int?, form: Entry.Form) {
        let size = table.count * Entry.size(form)
        precondition(size <= buffer.count - offset, "a table lies inside the planned size")
        guard size > 0 else { return }
        var writer = EntryWriter(buffer.baseAddress! + offset)
        table.forEachEntry { $0.layout(&writer, form) }
        offset += size
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

    mutating func trailing<Value: FixedWidthInteger>(_ value: inout Value?) {
        if let value { write(value) }
    }
}

/// Writes the fields of entries into memory whose size has been checked.
private struct EntryWriter: FieldVisitor {
    private var position: UnsafeMutableRawPointer

    @inline(__always) init(_ position: UnsafeMutableRawPointer) { self.position = position }

    @inline(__always) mutating func field<Value: FixedWidthInteger>(_ value: inout Value) {
        position.storeBytes(of: value.bigEndian, as: Value.self)
        position += MemoryLayout<Value>.size
    }

    mutating func reserved(_ count: Int) {
        position.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        position += count
    }
}
