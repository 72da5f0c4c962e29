/// A type whose values may be null in JSON.
protocol SchemaNullable {
    static func wrappedNode() throws -> SchemaNode
}

extension Optional: SchemaNullable where Wrapped: Decodable {
    static func wrappedNode() throws -> SchemaNode { try SchemaDecoder.placeholder(Wrapped.self).node }
}
