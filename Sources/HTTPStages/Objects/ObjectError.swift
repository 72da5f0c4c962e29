/// The reason why a request to an object store failed.
package struct ObjectError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether the same request may succeed later.
    package let isTransient: Bool
    /// The request and the failure, without secrets.
    package let description: String

    init(_ description: String, isTransient: Bool) {
        (self.description, self.isTransient) = (description, isTransient)
    }
}
