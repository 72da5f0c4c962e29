package import PipelineRuntime

/// The status of a run as a JSON document, with a reference to its schema.
package struct StatusDocument: Sendable, Encodable {
    package var status: RunStatus

    package init(status: RunStatus) { self.status = status }

    private enum Key: String, CodingKey {
        case schema = "$schema"
        case succeeded
    }

    package func encode(to encoder: any Encoder) throws {
        try status.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(StatusSchema.path, forKey: .schema)
        try container.encode(status.succeeded, forKey: .succeeded)
    }
}
