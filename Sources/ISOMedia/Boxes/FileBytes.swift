package import Media

/// The bytes of a file, read in place by absolute offsets. Bytes outside of the file read as zero.
package struct FileBytes: Sendable {
    let storage: ByteStorage
    // Safe because the storage is retained by this value, and its bytes neither move nor change.
    nonisolated(unsafe) let base: UnsafeRawPointer?
    package let count: Int

    /// Reads `slice` without copying it.
    package init(_ slice: ByteSlice) {
        storage = slice.storage
        count = slice.count
        base = slice.withUnsafeBytes { $0.baseAddress }
    }

    /// Returns the big-endian number at an offset.
    @inline(__always) func load<Value: FixedWidthInteger>(_ offset: Int) -> Value {
        guard let base, offset >= 0, offset <= count &- MemoryLayout<Value>.size else { return 0 }
        return Value(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    @inline(__always) func u32(_ offset: Int) -> UInt32 { load(offset) }
    @inline(__always) func u64(_ offset: Int) -> UInt64 { load(offset) }

    /// Returns a copy of the bytes of a range, clamped to the file.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        guard let base, !range.isEmpty else { return [] }
        return Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Returns a copy of the bytes of a range up to the first zero byte.
    func terminatedBytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        guard let base, !range.isEmpty else { return [] }
        return Array(
            UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count).prefix { $0 != 0 })
    }
}
