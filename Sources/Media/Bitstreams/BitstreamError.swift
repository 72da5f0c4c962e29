/// The reason why a codec record or parameter set cannot be used.
package enum BitstreamError: Error, Hashable, CustomStringConvertible {
    /// A field exceeds the data.
    case endsTooEarly
    /// A field has a value that the specification does not allow.
    case invalid(String)

    package var description: String {
        switch self {
        case .endsTooEarly: "it ends in the middle of a field"
        case .invalid(let reason): reason
        }
    }
}
