package import Media

/// Decompresses zlib data (RFC 1950); returns nil if it is damaged or longer than the limit in bytes.
package typealias Inflater = @Sendable (_ compressed: ByteSlice, _ limit: Int) -> [UInt8]?
