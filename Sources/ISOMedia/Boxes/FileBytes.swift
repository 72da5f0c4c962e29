package import Media

/// The bytes of a file, read in place by absolute offsets. Bytes outside of the file read as zero.
package struct FileBytes: Sendable {
    private let storage: ByteStorage
    // Safe because the storage is retained by this value, and its bytes neither move nor change.
    private nonisolated(unsafe) let base: UnsafeRawPointer?
    package let count: Int

    /// Reads `slice` without copying it.
    package init(_ slice: ByteSlice) {
        storage = slice.storage
        count = slice.count
        base = slice.withUnsafeBytes { $0.baseAddress }
    }

    @inline(__always) private func load<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Value {
        guard let base, offset >= 0, offset <= count &- MemoryLayout<Value>.size else { return 0 }
        return Value(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    @inline(__always) func u8(_ offset: Int) -> UInt8 { load(offset, UInt8.self) }
    @inline(__always) func u16(_ offset: Int) -> UInt16 { load(offset, UInt16.self) }
    @inline(__always) func u32(_ offset: Int) -> UInt32 { load(offset, UInt32.self) }
    @inline(__always) func u64(_ offset: Int) -> UInt64 { load(offset, UInt64.self) }

    /// Returns a copy of the bytes of a range, clamped to the file.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        guard let base, !range.isEmpty else { return [] }
        return Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Returns the bytes up to the first zero byte as text.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes(range).prefix { $0 != 0 }, as: UTF8.self)
    }
}
