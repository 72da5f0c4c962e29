import Media

extension ByteRope {
    /// The size of the slices and of the bytes that no file backs, in bytes.
    var memorySize: Int {
        slices.reduce(0) { $0 + MemoryLayout<ByteSlice>.stride + ($1.storage.file == nil ? $1.count : 0) }
    }

    /// Returns the bytes; slices that no file backs retain an object.
    func retaining(_ object: some AnyObject & Sendable) -> ByteRope {
        var result = ByteRope()
        result.reserveSlices(slices.count)
        for slice in slices {
            result.append(slice.storage.file == nil && slice.count > 0 ? slice.retaining(object) : slice)
        }
        return result
    }
}

extension ByteSlice {
    fileprivate func retaining(_ object: some AnyObject & Sendable) -> ByteSlice {
        withUnsafeBytes { bytes in
            ByteSlice(
                ByteStorage(borrowing: bytes.baseAddress!, count: bytes.count) { [storage] in _ = (storage, object) })
        }
    }
}
