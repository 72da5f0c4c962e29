/// One thing to do to the file that a movie is written into, in the order in which they come.
package enum FileOperation: Sendable, Equatable {
    /// Adds bytes at the end.
    case append(ByteRope)
    /// Writes over bytes that are there already.
    case overwrite([UInt8], at: UInt64)
    /// What was written so far has to be on the medium before what follows is.
    case synchronize
    /// Replaces the file by a new one, all at once: the header, then a range of the bytes that are there now.
    ///
    /// The movie is whole without it; where there is no room for a second file it may be left out.
    case rewrite(header: [UInt8], keeping: Range<UInt64>)
}
