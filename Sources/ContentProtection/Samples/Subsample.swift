/// A range of clear bytes in a sample, followed by a range of protected bytes (ISO/IEC 23001-7 7.2).
package struct Subsample: Sendable, Hashable {
    package var clear: Int
    package var protected: Int

    package init(clear: Int, protected: Int) {
        self.clear = clear
        self.protected = protected
    }

    /// The size of an entry in `senc`: 16 and 32 bits.
    package static let size = 6
    /// The maximum number of clear bytes in an entry.
    package static let maximumClear = 0xffff
}
