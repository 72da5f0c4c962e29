/// A variable of a playlist (RFC 8216bis 4.4.2.3).
package enum VariableDefinition: Sendable, Hashable {
    /// A name with its value.
    case value(name: String, value: String)
    /// A name whose value the multivariant playlist gives.
    case imported(name: String)
    /// A name whose value the query of the playlist's URL gives.
    case queryParameter(name: String)

    package var name: String {
        switch self {
        case .value(let name, _), .imported(let name), .queryParameter(let name): name
        }
    }
}

/// Where variables come from that a playlist does not define by itself.
package struct PlaylistVariables: Sendable, Hashable {
    /// The variables of the multivariant playlist that led to this one.
    package var imported: [String: String]
    /// The query of the playlist's URL, without percent encoding.
    package var queryParameters: [String: String]

    package init(imported: [String: String] = [:], queryParameters: [String: String] = [:]) {
        self.imported = imported
        self.queryParameters = queryParameters
    }
}
