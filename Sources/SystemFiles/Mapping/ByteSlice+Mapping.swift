import Glibc
package import Media

extension ByteSlice {
    /// Maps the first `count` bytes of an open file; nil if that fails.
    ///
    /// The mapping lasts until the last slice of it is released and does not need the descriptor, unless `file` is
    /// passed for transfers inside the kernel.
    package init?(mapping descriptor: Int32, count: Int, file: (any FileBacking)? = nil) {
        guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else { return nil }
        self.init(
            ByteStorage(owning: UnsafeMutableRawBufferPointer(start: base, count: count), file: file) {
                munmap($0.baseAddress, $0.count)
            })
    }
}
