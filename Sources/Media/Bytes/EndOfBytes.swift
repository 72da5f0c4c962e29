/// A read past the end of the available bytes.
package struct EndOfBytes: Error, Hashable, CustomStringConvertible {
    package let offset: Int
    package let requested: Int

    package init(offset: Int, requested: Int) {
        self.offset = offset
        self.requested = requested
    }

    package var description: String { "\(requested) bytes are missing at offset \(offset)" }
}
