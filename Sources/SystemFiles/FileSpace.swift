import CMappedMemory

/// Space of a file system that is reserved for a file.
package enum FileSpace {
    /// Reserves space from an offset of a file on, without changing its size. Returns false if the file system cannot.
    package static func reserve(_ count: Int, at offset: Int, of descriptor: Int32) -> Bool {
        sluice_reserve_space(descriptor, offset, count) == 0
    }
}
