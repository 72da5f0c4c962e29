import Glibc
package import Media

/// Writes ropes with as few system calls as the kernel allows, without copying the bytes.
package enum GatheringWrite {
    /// The maximum number of slices per call; the kernel's limit (`IOV_MAX`) is 1024.
    private static let limit = 256
    /// The maximum number of bytes per call, similar to copying tools; larger calls did not measure faster.
    private static let byteLimit = 128 << 10

    package static func write(_ rope: ByteRope, to descriptor: Int32) throws(SystemError) {
        var index = 0
        var skip = 0
        while index < rope.slices.count {
            let written = try withVectors(rope.slices[index...].prefix(limit), skipping: skip) {
                (vectors: UnsafeBufferPointer<iovec>) in
                writev(descriptor, vectors.baseAddress, Int32(vectors.count))
            }
            advance(&index, &skip, by: written, in: rope.slices)
        }
    }

    private static func withVectors(
        _ slices: ArraySlice<ByteSlice>, skipping skip: Int, _ call: (UnsafeBufferPointer<iovec>) -> Int
    ) throws(SystemError) -> Int {
        let result = withUnsafeTemporaryAllocation(of: iovec.self, capacity: slices.count) { vectors in
            var skip = skip
            var capacity = byteLimit
            var count = 0
            for slice in slices where capacity > 0 {
                // The slices keep the memory alive until the call has returned.
                slice.withUnsafeBytes { bytes in
                    let length = min(bytes.count - skip, capacity)
                    vectors.initializeElement(
                        at: count,
                        to: iovec(
                            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress! + skip), iov_len: length))
                    capacity -= length
                }
                skip = 0
                count += 1
            }
            var result: Int
            repeat {
                result = call(UnsafeBufferPointer(rebasing: vectors[..<count]))
            } while result < 0 && errno == EINTR
            return result
        }
        guard result >= 0 else { throw SystemError(code: errno) }
        return result
    }

    private static func advance(_ index: inout Int, _ skip: inout Int, by written: Int, in slices: [ByteSlice]) {
        var left = written + skip
        while index < slices.count, left >= slices[index].count {
            left -= slices[index].count
            index += 1
        }
        skip = left
    }
}
