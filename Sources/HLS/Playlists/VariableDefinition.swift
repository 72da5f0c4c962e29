/// The definition of a variable in a playlist (RFC 8216bis 4.4.2.3).
package enum VariableDefinition: Sendable, Hashable {
    /// A name and its value.
    case value(name: String, value: String)
    /// A variable whose value is defined in the multivariant playlist.
    case imported(name: String)
    /// A variable whose value is a query parameter of the playlist's URL.
    case queryParameter(name: String)

    package var name: String {
        switch self {
        case .value(let name, _), .imported(let name), .queryParameter(let name): name
        }
    }
}
