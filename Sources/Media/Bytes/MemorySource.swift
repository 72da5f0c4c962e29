/// Provides memory for bytes that are produced, such as encrypted media.
package protocol MemorySource: Sendable {
    /// Returns memory of `byteCount` bytes, but of at least one byte. Its content is undefined.
    func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer
    /// Takes back memory that ``allocate(byteCount:)`` returned.
    func recycle(_ memory: UnsafeMutableRawBufferPointer)
}

extension ByteStorage {
    /// Adopts memory of `source` that is not written any more, and returns it when the last reference is gone.
    package convenience init(owning memory: UnsafeMutableRawBufferPointer, of source: some MemorySource) {
        self.init(owning: memory) { source.recycle($0) }
    }
}
