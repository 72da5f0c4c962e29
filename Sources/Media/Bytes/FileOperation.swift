/// One operation on the file that a movie is written to. Operations are carried out in order.
package enum FileOperation: Sendable, Equatable {
    /// Appends bytes.
    case append(ByteRope)
    /// Overwrites existing bytes.
    case overwrite([UInt8], at: UInt64)
    /// Flushes everything written so far to the medium before the next operation (`fsync`).
    case synchronize
    /// Replaces the file atomically by a header followed by a range of the existing file's bytes.
    ///
    /// Optional: the movie is complete without it, so it may be skipped when there is no space for a second file.
    case rewrite(header: [UInt8], keeping: Range<UInt64>)
}
