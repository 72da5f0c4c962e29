import HTTPClient

/// The size and the validator of a version of an object.
struct ObjectFacts: Sendable, Hashable {
    let size: Int
    /// A strong entity tag, or else the date of the last change.
    let validator: String

    /// The maximum size of an object, in bytes.
    static let limit = 1 << 40

    init(size: Int, validator: String) { (self.size, self.validator) = (size, validator) }

    /// The facts in the header of a partial response; nil if it declares none.
    init?(_ head: ResponseHead) {
        guard let size = head.completeLength, let validator = head.validator else { return nil }
        self.init(size: size, validator: validator)
    }

    /// The failure of a request for a range of a version that the store no longer has.
    static let otherVersion = TransferError(.malformed, "the object has changed in the store")
}
