import CZlib
package import Media

/// Returns the bytes compressed with gzip (RFC 1952); nil if compression fails.
package func gzip(_ slice: ByteSlice) -> ByteSlice? {
    var stream = z_stream()
    // Adding 16 to the window bits selects the gzip format instead of zlib's.
    guard
        deflateInit2_(
            &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    guard let count = UInt32(exactly: slice.count) else { return nil }
    var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(count))))
    let isWhole = slice.withUnsafeBytes { source in
        result.withUnsafeMutableBufferPointer { target in
            stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = count
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            return deflate(&stream, Z_FINISH) == Z_STREAM_END
        }
    }
    return isWhole ? ByteSlice(copying: result.prefix(Int(stream.total_out))) : nil
}
