/// The reason why a presentation cannot be decrypted.
package struct DecryptionFailure: Error, Hashable, CustomStringConvertible {
    /// Lower case, without a full stop.
    package let description: String

    package init(_ description: String) { self.description = description }
}
